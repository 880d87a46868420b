import { Link } from 'react-router'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { formatMoment } from '../../../domain/events/format.ts'
import { optionsForViewer } from '../format-event.ts'
import { linkClasses } from './card-links.tsx'

/** What hosts can do with the game, besides what leads the page. */
export function HostLinks({ event, now }: { event: EventDetail; now: number }) {
  const { id, live, joinsAt } = event
  return (
    <nav aria-label="More for hosts" className="flex flex-wrap gap-x-4.5 border-t border-line pt-1.5">
      {live.state === 'published' && joinsAt !== null && joinsAt > now && (
        <p className="w-full pt-1 text-small text-soft">
          For players, joining opens {formatMoment(joinsAt, optionsForViewer(joinsAt, event.timeZone, now))}.
        </p>
      )}
      {live.state !== 'cancelled' && (
        <Link to={`/create/event/${id}`} className={linkClasses}>
          Edit
        </Link>
      )}
      <Link to={`/create/event?from=${id}`} className={linkClasses}>
        Duplicate
      </Link>
      {live.state === 'published' && (
        <Link to={`/discover/events/${id}/manage?cancel=1`} className={`${linkClasses} text-bad`}>
          Cancel
        </Link>
      )}
    </nav>
  )
}
