import { X } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { DialogName } from '../use-dialogs.ts'
import { dismissedShares } from './dismissed-shares.ts'
import { GameShare } from './game-share.tsx'

type SharePanelProps = { event: EventDetail; viewerId: string; now: number; open: (name: DialogName) => void }

/** Hosts see how to share their game until they close this, once for all dates of a series. The Share button still opens the dialog. */
export function SharePanel({ event, viewerId, now, open }: SharePanelProps) {
  const headingId = useId()
  const key = event.series?.id ?? event.id
  const isDismissed = useSyncExternalStore(
    dismissedShares.subscribe,
    () => dismissedShares.has(viewerId, key),
    () => true,
  )
  if (isDismissed) return null
  return (
    <section aria-labelledby={headingId} className="mt-5 rounded-card border border-line bg-card p-4.5 pt-2.5 sm:p-5.5 sm:pt-3">
      <header className="flex items-center justify-between gap-3 pb-2">
        <h2 id={headingId} className="text-title">
          Share this game
        </h2>
        <IconButton label="Close the sharing panel" className="-mr-3" onClick={() => dismissedShares.add(viewerId, key)}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </header>
      <GameShare event={event} now={now} onOpen={open} />
    </section>
  )
}
