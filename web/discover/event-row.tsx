import { Link } from 'react-router'
import type { ActivityId } from '../../domain/activities.ts'
import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import { joinClasses } from '../ui/class-names.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { Seats } from '../ui/seats.tsx'
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
  const facts = [where.name, milesWords(event.miles), levelWords(event)].filter(Boolean).join(' · ')
  const hint = hintWords(event)
  return (
    <li className={joinClasses('border-t border-line', isLit && 'bg-court-wash')}>
      <Link
        to={eventPath(id)}
        onPointerEnter={() => onLight?.(id)}
        onPointerLeave={() => onLight?.(null)}
        onFocus={() => onLight?.(id)}
        onBlur={() => onLight?.(null)}
        className={joinClasses(
          'grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-3.5 py-3.5 focus-visible:-outline-offset-2 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:gap-x-4',
          className,
        )}
      >
        {pictureUrl ? (
          <img src={pictureUrl} alt="" loading="lazy" className="h-18 w-full rounded-thumb object-cover sm:h-23" />
        ) : (
          <CourtArt activity={activity as ActivityId} seed={id} className="h-18 w-full overflow-hidden rounded-thumb sm:h-23" />
        )}
        <span className="grid min-w-0 gap-0.5">
          <span className="flex justify-between gap-3 text-[0.8125rem] font-strong text-court">
            {timeWords(event, now)}
            <span className="text-ink sm:hidden">Free</span>
          </span>
          <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere">{title}</span>
          <span className="truncate text-small text-soft">{facts}</span>
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
      </Link>
    </li>
  )
}
