import type Stripe from 'stripe'
import { day } from './balance.ts'
import type { Stored } from './types.ts'

type Recurring = NonNullable<Stored<Stripe.Price>['recurring']>
export type Period = { start: number; end: number }

/** The time that is `count` intervals after the anchor. A month without the anchor's day ends on its last day. */
function after(anchor: number, { interval }: Recurring, count: number): number {
  if (interval === 'day' || interval === 'week') return anchor + count * (interval === 'day' ? day : 7 * day)
  const months = interval === 'year' ? 12 * count : count
  const start = new Date(anchor * 1000)
  const month = start.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const moved = Date.UTC(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), lastDay))
  return moved / 1000 + (anchor % day)
}

/** The end of the period that begins at `start`. It is always counted from the anchor, so that the 31st comes back after a short month. */
export function periodEnd(anchor: number, recurring: Recurring, start: number): number {
  if (start < anchor) return anchor
  for (let count = 1; ; count += 1) {
    const end = after(anchor, recurring, count * recurring.interval_count)
    if (end > start) return end
  }
}

/** The part of a period that is left, between 0 and 1. */
export const restOf = ({ start, end }: Period, time: number): number => Math.min(Math.max((end - time) / (end - start), 0), 1)

export const dateOf = (time: number): string =>
  new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(time * 1000)
