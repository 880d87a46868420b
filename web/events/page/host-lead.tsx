import { Settings2, Share2 } from 'lucide-react'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { isScheduled } from '../../../domain/events/states.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import type { DialogName } from '../use-dialogs.ts'

/** What hosts need most, before all other parts of the page. A draft that nobody can open yet has neither. */
export function HostLead({ event: { id, live, startsAt }, open }: { event: EventDetail; open: (name: DialogName) => void }) {
  if (live.state === 'draft' && !isScheduled({ ...live, startsAt })) return null
  return (
    <nav aria-label="Host tools" className="mt-4 grid grid-cols-2 gap-2.5 sm:flex">
      <LinkButton to={`/discover/events/${id}/manage`} className="sm:min-w-40">
        <Settings2 size={18} aria-hidden="true" /> Manage
      </LinkButton>
      <Button onClick={() => open('share')} aria-haspopup="dialog" className="sm:min-w-40">
        <Share2 size={18} aria-hidden="true" /> Share
      </Button>
    </nav>
  )
}
