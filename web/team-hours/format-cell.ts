import { dayNumberOf } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'

const formats = {
  /** Wednesday */
  weekday: new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' }),
  /** Wed */
  shortWeekday: new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' }),
  /** November 25 */
  monthDay: new Intl.DateTimeFormat(undefined, { month: 'long', day: 'numeric', timeZone: 'UTC' }),
  /** Nov 25 */
  shortMonthDay: new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  /** 25 */
  dayOfMonth: new Intl.DateTimeFormat(undefined, { day: 'numeric', timeZone: 'UTC' }),
}

/** A date 'YYYY-MM-DD' in words. */
export const formatDatePart = (date: string, part: keyof typeof formats): string => formats[part].format((dayNumberOf(date) ?? 0) * day)
