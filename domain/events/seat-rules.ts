import { AppError } from '../errors.ts'
import { maxUnpaidHolds } from '../orders/holds.ts'
import { minute } from '../time/spans.ts'
import { formatMoment } from './format.ts'
import type { SeatState } from './states.ts'

/** Each way to a seat, or to another number of seats. */
export const seatWays = [
  'join',
  /** A person takes an offered seat in the app, or a free one as the first on the waitlist. */
  'take',
  /** The link in the email of an offer. */
  'offer',
  'approve',
  /** The game no longer needs approval. */
  'letIn',
  'substitute',
  /** A host gives a seat by hand. They may have taken cash. */
  'seat',
  'unregistered',
  'transfer',
  /** The people of a season get seats in its new games. */
  'season',
  /** A player with a seat changes the number of their seats. */
  'change',
] as const
export type SeatWay = (typeof seatWays)[number]

/**
 * Who pays if the game costs money. A seat that is given away was paid for before. Nobody of a season asked for a seat, so nobody
 * would pay. `null`: it does not work this way.
 */
export const payers: Record<SeatWay, 'person' | 'nobody' | null> = {
  join: 'person',
  take: 'person',
  offer: 'person',
  approve: 'person',
  letIn: 'person',
  substitute: 'person',
  seat: 'nobody',
  unregistered: 'nobody',
  transfer: 'nobody',
  season: null,
  change: null,
}

/** Nobody starts to pay later than this before the start, because the checkout would outlive it. */
export const timeToPay = 40 * minute

type SeatFacts = {
  way: SeatWay
  isPaid: boolean
  isHost: boolean
  /** The host can be paid now. */
  isForSale: boolean
  startsAt: number
  timeZone: string
  /** From when on they can hold a seat by themselves again, because they often did not pay for one. Null if they can now. */
  nextHoldAt: number | null
  /** A ticket is left for them, where there are kinds of tickets. */
  hasTicket?: boolean
  now: number
}

/**
 * The state in which this way gives a person a seat, or why it gives none because of the price. Hosts do not pay in their own games.
 * `seatStateBy` in worker/events/seats.ts is the same rule in SQL.
 */
export function judgeSeat({
  way,
  isPaid,
  isHost,
  isForSale,
  startsAt,
  timeZone,
  nextHoldAt,
  hasTicket = true,
  now,
}: SeatFacts): SeatState | AppError {
  const payer = payers[way]
  if (!isPaid || payer === 'nobody') return 'going'
  if (payer === null) return new AppError('SeatsCostMoney')
  if (isHost) return 'going'
  if (!isForSale) return new AppError('HostCannotBePaid')
  if (startsAt - now < timeToPay) return new AppError('TooLateToPay')
  // What a host or the waitlist offers them, they can take.
  if (way === 'join' && nextHoldAt !== null)
    return new AppError('HeldTooOften', {
      values: { times: maxUnpaidHolds, again: formatMoment(nextHoldAt, { timeZone, now, locale: 'en-US' }) },
    })
  return hasTicket ? 'paying' : new AppError('AllTicketsSoldOut')
}
