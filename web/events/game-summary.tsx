import type { EventDetail } from '../../domain/events/contract.ts'
import { cardPriceOf } from '../../domain/events/seat-price.ts'
import { viewerStateOf } from '../../domain/events/viewer-state.ts'
import { formatPrice } from '../../domain/format-money.ts'
import { DateBadge } from '../ui/date-badge.tsx'
import { formatDayAndTime, formatSeatsLeft, formatTimesForViewer } from './format-event.ts'

type GameSummaryProps = {
  event: EventDetail
  /** False for a person whose seat is held: the other seats do not matter to them, and a full game is not full for them. */
  showsSeats?: boolean
  className?: string
}

/** What a person is about to join: the title, the time at the place, the open seats and the price. */
export function GameSummary({ event, showsSeats = true, className = '' }: GameSummaryProps) {
  const now = Date.now()
  const { date, zoneText } = formatTimesForViewer(event, now)
  const state = viewerStateOf(event, now)
  const { words, isFew } = formatSeatsLeft(event.live)
  return (
    <div className={`flex items-start gap-3.5 ${className}`}>
      <DateBadge date={date} />
      <div className="grid min-w-0 gap-0.5">
        <p className="font-strong wrap-anywhere">{event.title}</p>
        <p className="text-small text-soft">
          {formatDayAndTime(event, now)} <span className="whitespace-nowrap">{zoneText}</span>
        </p>
        <p className="text-small">
          {showsSeats && (state === 'open' || state === 'full') && (
            <span className={isFew ? 'font-medium text-warn' : 'text-soft'}>{words} · </span>
          )}
          <b className="first-letter:uppercase">
            {state === 'cancelled' ? 'Cancelled' : event.price ? formatPrice(cardPriceOf(event.price, event.startsAt, now)) : 'Free'}
          </b>
        </p>
      </div>
    </div>
  )
}
