import { type ComponentType, lazy, Suspense } from 'react'
import type { EventDetail } from '../../domain/events/contract.ts'
import { useViewer } from '../app-state.ts'
import { FollowSeatCode } from '../seat-codes/follow-seat-code.tsx'
import type { DialogName, Dialogs } from './use-dialogs.ts'

export type DialogProps = { event: EventDetail; name: DialogName; onClose: () => void; onOpen: (name: DialogName) => void }

type Load = () => Promise<{ default: ComponentType<DialogProps> }>

/** The dialogs of a game. Each is loaded when it is first opened. */
const loaders: Record<DialogName, Load> = {
  join: () => import('./page/join-dialog.tsx'),
  logIn: () => import('../accounts/log-in-dialog.tsx'),
  seat: () => import('../seat-codes/seat-dialog.tsx'),
  setUp: () => import('../seat-codes/set-up-dialog.tsx'),
  bring: () => import('./page/join-dialog.tsx'),
  changeSeat: () => import('./page/join-dialog.tsx'),
  bringFriends: () => import('./page/bring-friends-dialog.tsx'),
  accept: () => import('./page/accept-dialog.tsx'),
  ticket: () => import('./page/ticket-dialog.tsx'),
  calendar: () => import('./page/calendar-dialog.tsx'),
  leave: () => import('./page/leave-dialog.tsx'),
  transfer: () => import('./page/transfer-dialog.tsx'),
  share: () => import('./share/share-dialog.tsx'),
  poster: () => import('./share/poster-dialog.tsx'),
  invite: () => import('./invite-dialog.tsx'),
  coHost: () => import('./share/co-host-link-dialog.tsx'),
  overlap: () => import('./page/overlap-dialog.tsx'),
  people: () => import('./page/people-dialog.tsx'),
  report: async () => {
    const { ReportDialog } = await import('../reports/report-dialog.tsx')
    return {
      default: ({ event, onClose }) => <ReportDialog kind="event" subjectId={event.id} title="Report this game" onClose={onClose} />,
    }
  },
}

const dialogs = Object.fromEntries(Object.entries(loaders).map(([name, load]) => [name, lazy(load as Load)])) as Record<
  DialogName,
  ReturnType<typeof lazy<ComponentType<DialogProps>>>
>

export function EventDialogs({ event, dialogs: shown }: { event: EventDetail; dialogs: Dialogs }) {
  const viewer = useViewer()
  const { open, show, close } = shown
  const Dialog = open && dialogs[open]
  return (
    <>
      {/* Otherwise a second tab shows the seat of a person whom it does not know. */}
      {!viewer && <FollowSeatCode key={event.id} eventId={event.id} dialogs={shown} />}
      {Dialog && (
        <Suspense>
          <Dialog key={open} name={open} event={event} onClose={close} onOpen={show} />
        </Suspense>
      )}
    </>
  )
}
