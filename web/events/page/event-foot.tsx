import { Flag, UserPlus } from 'lucide-react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import type { Standing } from '../../../domain/events/standing.ts'
import { useViewer } from '../../app-state.ts'
import { Button } from '../../ui/button.tsx'
import type { DialogName } from '../use-dialogs.ts'

/** What few need, where it is in nobody's way. */
export function EventFoot({ event, standing, open }: { event: EventDetail; standing: Standing; open: (name: DialogName) => void }) {
  const viewer = useViewer()
  if (!viewer?.profileComplete) return null
  // What is scheduled has this for its one main thing.
  const mayInvite = (event.isHost || standing === 'going') && event.live.state === 'published' && standing !== 'over'
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
