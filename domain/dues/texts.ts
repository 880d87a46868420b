import { formatMoney } from '../format-money.ts'
import type { Money } from '../money.ts'
import { dayNumberOf } from '../time/clock.ts'
import { day } from '../time/spans.ts'
import { writeDate } from '../time/write-time.ts'

/** "Dec 1", with the year if it is not the current one. A deadline is a day without a time zone. */
export const writeDeadline = (dueOn: string, now: number): string =>
  writeDate((dayNumberOf(dueOn) ?? 0) * day, { timeZone: 'UTC', now, locale: 'en-US' }, { month: 'short', day: 'numeric' })

/** "Pay $40 to Sunset Smashers by Dec 1" */
export const describeDues = ({ team, dueOn, ...money }: Money & { team: string; dueOn: string }, now: number): string =>
  `Pay ${formatMoney(money)} to ${team} by ${writeDeadline(dueOn, now)}`
