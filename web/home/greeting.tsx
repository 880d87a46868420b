import { QrCode } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { getGreeting } from '../../domain/home/rules.ts'
import type { OwnProfile } from '../../domain/profiles/contract.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'

const PlayerCard = lazy(() => import('./player-card.tsx'))

export function Greeting({ name, profile }: { name: string; profile: OwnProfile | undefined }) {
  const card = useLazyOpen()
  const first = name.split(' ')[0] ?? ''
  return (
    <header className="flex items-start justify-between gap-3">
      <h1 className="min-w-0 break-words">
        {getGreeting(new Date().getHours())}
        {first && `, ${first}`}
      </h1>
      <IconButton
        label="Player card"
        aria-haspopup="dialog"
        disabled={!profile}
        onClick={card.open}
        className="-mt-1.5 -mr-2.5 disabled:opacity-100"
      >
        <QrCode size={22} aria-hidden="true" />
      </IconButton>
      {profile && card.wasOpened && (
        <Suspense>
          <PlayerCard player={profile} isOpen={card.isOpen} onClose={card.close} />
        </Suspense>
      )}
    </header>
  )
}
