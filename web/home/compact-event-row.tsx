import { Link } from 'react-router'
import type { EventCard, ListedEvent } from '../../domain/events/contract.ts'
import { countOpenSeatsOnCard } from '../../domain/events/viewer-state.ts'
import { formatPrice } from '../../domain/format-money.ts'
import type { OwnGame } from '../../domain/home/contract.ts'
import { formatEventTime } from '../discover/format-event.ts'
import { NextDates } from '../discover/next-dates.tsx'
import { toKnownActivity } from '../events/format-event.ts'
import { joinClasses } from '../ui/class-names.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'

export const eventPath = (id: string) => `/evt/${id}`

/** The game's picture, or court art if it has none. */
export function EventArt({ event, className }: { event: EventCard; className: string }) {
  const { id, activity, pictureUrl } = event
  if (pictureUrl) return <img src={pictureUrl} alt="" loading="lazy" className={joinClasses('block object-cover', className)} />
  return <CourtArt activity={toKnownActivity(activity)} seed={id} className={joinClasses('block overflow-hidden', className)} />
}

/** The viewer's status in the game, or null if they simply have a seat. */
export function formatOwnStatus({ mine, isGuest }: Pick<OwnGame, 'mine' | 'isGuest'>): string | null {
  if (isGuest) return 'Guest'
  if (mine === 'waiting') return 'Waitlisted'
  if (mine === 'asked') return 'Requested'
  if (mine === 'offered') return 'Seat offered'
  if (mine === 'paying') return 'Paying'
  return mine === null ? 'Hosting' : null
}

/** "3 left", "$15 · 3 left", "Full". */
export function formatSeatsLeft(event: EventCard): string {
  const openSeats = countOpenSeatsOnCard(event)
  const seats = openSeats > 0 ? `${openSeats} left` : event.waiting > 0 ? 'Waitlist' : 'Full'
  return event.price ? `${formatPrice(event.price)} · ${seats}` : seats
}

type CompactEventRowProps = {
  event: ListedEvent
  where: string
  /** Why this game is in the list. */
  why?: string
  end: string | null
}

/** A game as a row: its picture, title, time and place, and a short text at the end. */
export function CompactEventRow({ event, where, why, end }: CompactEventRowProps) {
  const { id, title, startsAt } = event
  return (
    <li className="border-b border-line">
      <Link
        to={eventPath(id)}
        className="group grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-x-3.5 py-3 sm:grid-cols-[6rem_minmax(0,1fr)_auto] sm:gap-x-4"
      >
        <EventArt event={event} className="h-13 w-full rounded-thumb sm:h-16" />
        <span className="grid min-w-0">
          <span className="line-clamp-2 font-strong tracking-tight wrap-anywhere group-hover:text-court sm:text-lead">{title}</span>
          <span className="text-small text-soft">
            <time dateTime={new Date(startsAt).toISOString()}>{formatEventTime(event, Date.now())}</time>
            {' · '}
            <span className="inline-block">{where}</span>
          </span>
          <NextDates of={event} />
          {why && <span className="text-small text-good">{why}</span>}
        </span>
        {end && <span className="text-small font-strong whitespace-nowrap">{end}</span>}
      </Link>
    </li>
  )
}

export function CompactEventRowsLoading({ lines = 3 }: { lines?: number }) {
  return (
    <Loading label="Loading the games">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <span
          key={line}
          className="grid grid-cols-[4rem_1fr] items-center gap-x-3.5 border-b border-line py-3 sm:grid-cols-[6rem_1fr] sm:gap-x-4"
        >
          <Skeleton className="h-13 rounded-thumb sm:h-16" />
          <span className="grid gap-2">
            <Skeleton className="h-4.5 w-3/5" />
            <Skeleton className="h-3.5 w-2/5" />
          </span>
        </span>
      ))}
    </Loading>
  )
}
