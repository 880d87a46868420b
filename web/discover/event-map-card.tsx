import { Link } from 'react-router'
import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import { eventPath } from './event-row.tsx'
import { formatEventTime, formatLevelRange } from './format-event.ts'

/** The card on the map with the games of one pin. */
export function EventMapCard({ events }: { events: readonly DiscoverEvent[] }) {
  const now = Date.now()
  return (
    <ul className="divide-y divide-line">
      {events.map((event) => (
        <li key={event.id}>
          <Link to={eventPath(event.id)} className="grid gap-0.5 py-3 pr-11 pl-4 focus-visible:-outline-offset-3">
            <span className="text-[0.8125rem] font-strong text-court">{formatEventTime(event, now)}</span>
            <span className="line-clamp-2 font-strong wrap-anywhere">{event.title}</span>
            <span className="truncate text-small text-soft">
              {event.where.name} · {formatLevelRange(event)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
