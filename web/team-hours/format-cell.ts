import { dayNumberOf } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { writeDate, writeTime } from '../../domain/time/write-time.ts'

const writeIn = (options: Intl.DateTimeFormatOptions) => (at: number) => writeTime(at, 'UTC', options)
const writeWithYear = (options: Intl.DateTimeFormatOptions) => (at: number) => writeDate(at, { timeZone: 'UTC', now: Date.now() }, options)

const formats = {
  /** Wednesday */
  weekday: writeIn({ weekday: 'long' }),
  /** Wed */
  shortWeekday: writeIn({ weekday: 'short' }),
  /** November 25, with the year if it is not the current one */
  monthDay: writeWithYear({ month: 'long', day: 'numeric' }),
  /** Nov 25, with the year if it is not the current one */
  shortMonthDay: writeWithYear({ month: 'short', day: 'numeric' }),
  /** 25 */
  dayOfMonth: writeIn({ day: 'numeric' }),
}

/** A date 'YYYY-MM-DD' in words. */
export const formatDatePart = (date: string, part: keyof typeof formats): string => formats[part]((dayNumberOf(date) ?? 0) * day)
