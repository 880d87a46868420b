import { Flag, UserPlus } from 'lucide-react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import type { ViewerState } from '../../../domain/events/viewer-state.ts'
import { Button } from '../../ui/button.tsx'
import type { DialogName } from '../use-dialogs.ts'

/** Actions of signed-in people that few of them need, at the end of the page. */
export function EventFoot({
  event,
  viewerState,
  open,
}: {
  event: EventDetail
  viewerState: ViewerState
  open: (name: DialogName) => void
}) {
  // For a scheduled game, "Invite people" is already the main button.
  const mayInvite = (event.isHost || viewerState === 'going') && event.live.state === 'published' && viewerState !== 'over'
  return (
    <footer className="-ml-3.5 flex flex-wrap border-line">
      {mayInvite && (
        <Button variant="quiet" size="small" onClick={() => open('invite')} aria-haspopup="dialog">
          <UserPlus size={16} aria-hidden="true" /> Invite people
        </Button>
      )}
      {!event.isHost && (
        <Button variant="quiet" size="small" onClick={() => open('report')} aria-haspopup="dialog">
          <Flag size={16} aria-hidden="true" /> Report
        </Button>
      )}
    </footer>
  )
}
