import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useConfig } from '../app-state.ts'
import type { DialogName } from '../events/use-dialogs.ts'
import type { MessageActions } from './message-actions.ts'

const GameDialogs = lazy(() => import('./game-dialogs.tsx'))

/** What a conversation needs to show the games to which its messages link. */
export function useLinkedGames(): { actions: MessageActions['game']; dialog: ReactNode } {
  const { productUrl } = useConfig()
  const [open, setOpen] = useState<{ eventId: string; name: DialogName } | null>(null)
  return {
    actions: {
      hosts: [location.host, new URL(productUrl).host],
      openDialog: (eventId, name) => setOpen({ eventId, name }),
    },
    dialog: open && (
      <Suspense>
        <GameDialogs {...open} onOpen={(name) => setOpen({ ...open, name })} onClose={() => setOpen(null)} />
      </Suspense>
    ),
  }
}
