import type { ActivityId } from '../../domain/activities.ts'
import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import { Seats } from '../ui/seats.tsx'
import { FoundFacts, FoundRow } from './found-row.tsx'
import { hintWords, levelWords, milesWords, timeWords } from './row-words.ts'

type EventRowProps = {
  event: DiscoverEvent
  now: number
  isLit?: boolean
  onLight?: ((id: string | null) => void) | undefined
  /** For a list that goes to the edges of its column. */
  className?: string
}

export const eventPath = (id: string) => `/discover/events/${id}`

/** A game one may go to: when, what, where, for whom, and how many seats are open. */
export function EventRow({ event, now, isLit = false, onLight, className }: EventRowProps) {
  const { id, activity, title, pictureUrl, where, capacity, taken, waiting, mine } = event
  const isMine = mine === 'going' || mine === 'offered'
  const hint = hintWords(event, now)
  return (
    <FoundRow
      id={id}
      to={eventPath(id)}
      pictureUrl={pictureUrl}
      activity={activity as ActivityId}
      isLit={isLit}
      onLight={onLight}
      className={className}
    >
      <span className="grid min-w-0 gap-0.5">
        <span className="flex justify-between gap-3 text-[0.8125rem] font-strong text-court">
          {timeWords(event, now)}
          <span className="text-ink sm:hidden">Free</span>
        </span>
        <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere">{title}</span>
        <FoundFacts where={where.name} miles={milesWords(event.miles)} more={levelWords(event)} />
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Seats
            taken={Math.max(0, taken - (isMine ? 1 : 0))}
            mine={isMine ? 1 : 0}
            open={Math.max(0, capacity - taken)}
            waiting={Math.min(waiting, 5)}
          />
          {hint && <span className="text-small text-soft sm:hidden">{hint}</span>}
        </span>
      </span>
      <span className="hidden justify-items-end gap-0.5 text-right sm:grid">
        <span className="font-strong">Free</span>
        <span className="text-small text-soft">{hint}</span>
      </span>
    </FoundRow>
  )
}
