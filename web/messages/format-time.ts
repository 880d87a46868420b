import { day } from '../../domain/time/spans.ts'
import { writeDate, writeTime } from '../../domain/time/write-time.ts'
import { dayOf } from '../ui/day-label.ts'

export const formatClock = (at: number) => writeTime(at, undefined, { hour: 'numeric', minute: '2-digit' })

/** "Nov 3, 6:41 PM" */
export const formatMoment = (at: number, now: number) =>
  writeDate(at, { now }, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })

/** "6:41 PM" today, "Thu" in the last week, else "Nov 3". */
export function formatListTime(at: number, now: number): string {
  if (dayOf(new Date(at)) === dayOf(new Date(now))) return formatClock(at)
  return now - at < 6 * day ? writeTime(at, undefined, { weekday: 'short' }) : writeDate(at, { now }, { month: 'short', day: 'numeric' })
}
