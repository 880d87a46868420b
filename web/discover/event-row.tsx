import type { ReactNode } from 'react'
import type { ActivityId } from '../../domain/activities.ts'
import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import { holdsSeats } from '../../domain/events/states.ts'
import { formatPrice } from '../../domain/format-money.ts'
import { Seats } from '../ui/seats.tsx'
import { formatEventTime, formatHint, formatLevelRange, formatMiles } from './format-event.ts'
import { NextDates } from './next-dates.tsx'
import { ResultFacts, ResultRow } from './result-row.tsx'

type EventRowProps = {
  event: DiscoverEvent
  now: number
  isHighlighted?: boolean
  onHighlight?: ((id: string | null) => void) | undefined
  /** The origin of the product, for a row on the domain of a community. */
  origin?: string
  /** Adds the padding for lists that fill the whole width of their column. */
  className?: string
  after?: ReactNode
  corner?: ReactNode
}

export const eventPath = (id: string) => `/discover/events/${id}`

/** A game in a list: its time, title, location, level and seats. */
export function EventRow({ event, now, isHighlighted = false, onHighlight, origin = '', className, after, corner }: EventRowProps) {
  const { id, activity, title, pictureUrl, where, capacity, taken, waiting, mine, sides } = event
  const hasSeat = holdsSeats(mine)
  const hint = formatHint(event, now)
  const price = event.price ? formatPrice(event.price) : 'Free'
  return (
    <ResultRow
      id={id}
      to={origin + eventPath(id)}
      pictureUrl={pictureUrl}
      activity={activity as ActivityId}
      isHighlighted={isHighlighted}
      onHighlight={onHighlight}
      className={className}
      after={after}
      corner={corner}
    >
      <span className="grid min-w-0 gap-0.5">
        <span className="flex justify-between gap-3 text-[0.8125rem] font-strong text-court">
          {formatEventTime(event, now)}
          <span className="text-ink sm:hidden">{price}</span>
        </span>
        <span className="line-clamp-2 text-lead font-strong tracking-tight wrap-anywhere">{title}</span>
        {sides && (
          <span className="text-small font-strong wrap-anywhere">
            {sides.home} against {sides.away}
          </span>
        )}
        <NextDates of={event} />
        <ResultFacts where={where.name} miles={formatMiles(event.miles)} more={formatLevelRange(event)} />
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <Seats
            taken={Math.max(0, taken - (hasSeat ? 1 : 0))}
            ownSeats={hasSeat ? 1 : 0}
            open={Math.max(0, capacity - taken)}
            waiting={Math.min(waiting, 5)}
          />
          {hint && <span className="text-small text-soft sm:hidden">{hint}</span>}
        </span>
      </span>
      <span className="hidden justify-items-end gap-0.5 text-right sm:grid">
        <span className="font-strong">{price}</span>
        <span className="text-small text-soft">{hint}</span>
      </span>
    </ResultRow>
  )
}
