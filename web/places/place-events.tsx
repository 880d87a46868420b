import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { ListedEvent } from '../../domain/events/contract.ts'
import { keepFirstOfSeries } from '../../domain/events/keep-first-of-series.ts'
import { holdsSeats } from '../../domain/events/states.ts'
import { countOpenSeatsOnCard } from '../../domain/events/viewer-state.ts'
import { formatPrice } from '../../domain/format-money.ts'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { isSameYear, writeDate, writeTime } from '../../domain/time/write-time.ts'
import { NextDates } from '../discover/next-dates.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { DateBadge } from '../ui/date-badge.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Seats } from '../ui/seats.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'
import { formatActivity, formatTime } from './format-place.ts'
import { eventsAtPlace } from './queries.ts'

const initialCount = 5

/** The next games at a place, and a link to host one. If they cannot be loaded, the rest of the page still works. */
export function PlaceEvents({ place: { id } }: { place: PlaceDetail }) {
  const headingId = useId()
  const query = useInfiniteQuery(eventsAtPlace(id))
  const [isExpanded, setExpanded] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const showAll = () => {
    flushSync(() => setExpanded(true))
    // The button is gone, so we focus the first game that it revealed.
    list.current?.querySelectorAll('a')[initialCount]?.focus()
  }
  // A later page can have a later date of a series whose row is already shown, if its first date is over by then.
  const events = keepFirstOfSeries(query.data?.pages.flatMap((page) => page.events) ?? [])
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h2 id={headingId} className="text-[1.375rem]">
        Games here
      </h2>
      {query.isPending ? (
        <EventsLoading />
      ) : query.data === undefined ? (
        <ErrorNotice
          title="The games could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : events.length > 0 ? (
        <ul ref={list} className="border-b border-line">
          {(isExpanded ? events : events.slice(0, initialCount)).map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      ) : (
        <p className="max-w-[60ch] text-soft">
          There are no games here yet. Know when you want to play? Host a game, and players nearby will find it.
        </p>
      )}
      {isExpanded ? (
        <ShowMore query={query} />
      ) : (
        (events.length > initialCount || query.hasNextPage) && (
          <Button size="small" onClick={showAll} className="justify-self-start">
            Show more
          </Button>
        )
      )}
      <LinkButton to={`/create/event?place=${id}`} className="justify-self-start">
        <CalendarPlus size={18} aria-hidden="true" /> Host a game here
      </LinkButton>
    </section>
  )
}

/** The weekday, for use beside a badge with the date. The badge has no year, so the date of another year is written out. */
function formatDay(at: number, timeZone: string): string {
  const now = Date.now()
  if (isSameYear(at, now, timeZone)) return writeTime(at, timeZone, { weekday: 'long' })
  return writeDate(at, { timeZone, now }, { weekday: 'short', month: 'short', day: 'numeric' })
}

/** A game at the place. Times are in the time zone of the place. */
function EventRow({ event }: { event: ListedEvent }) {
  const { id, title, activity, startsAt, endsAt, timeZone, capacity, taken, waiting } = event
  const day = new Date(startsAt).toLocaleDateString('en-CA', { timeZone })
  const seatsLeft = countOpenSeatsOnCard(event)
  const fullLabel = waiting > 0 ? 'Waitlist' : 'Full'
  const ownSeats = holdsSeats(event.mine) ? 1 : 0
  return (
    <li className="border-t border-line">
      <Link
        to={`/evt/${id}`}
        className="group grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 py-3.5 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
      >
        <DateBadge date={day} />
        <span className="grid min-w-0">
          <span className="truncate text-lead font-strong group-hover:text-court">{title}</span>
          <span className="truncate text-small text-soft">
            {formatDay(startsAt, timeZone)}, {formatTime(startsAt, timeZone)} to {formatTime(endsAt, timeZone)} · {formatActivity(activity)}
          </span>
          <NextDates of={event} />
        </span>
        <span className="grid justify-items-end gap-1 max-sm:hidden">
          <Seats taken={taken - ownSeats} ownSeats={ownSeats} open={Math.max(0, capacity - taken)} waiting={Math.min(waiting, 5)} />
          <span className="text-small text-soft">
            {event.price && `${formatPrice(event.price)} · `}
            {seatsLeft === 0 ? fullLabel : seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`}
          </span>
        </span>
      </Link>
    </li>
  )
}

function EventsLoading() {
  return (
    <Loading label="Loading the games">
      <SkeletonRows
        count={2}
        className="gap-4 border-t border-line py-3.5"
        picture="h-14 w-13 rounded-thumb"
        lines={['w-48', 'w-64 max-w-full']}
      />
    </Loading>
  )
}
