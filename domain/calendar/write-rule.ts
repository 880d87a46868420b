import type { Weekday } from '../time/clock.ts'
import type { SeriesRule } from '../time/expand-series.ts'
import { localToInstant } from '../time/local-time.ts'
import { utcText } from './content-lines.ts'

export const weekdayCode: Record<Weekday, string> = {
  monday: 'MO',
  tuesday: 'TU',
  wednesday: 'WE',
  thursday: 'TH',
  friday: 'FR',
  saturday: 'SA',
  sunday: 'SU',
}

const frequencies = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY' } as const

/** Writes the RRULE of a series. Without a weekday or day of the month, calendars use that of the first date. */
export function writeRule({ every, interval, weekdays = [], count, until }: SeriesRule, startTime: string, zone: string): string {
  return [
    `RRULE:FREQ=${frequencies[every]}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(every === 'week' && weekdays.length > 0 ? [`BYDAY=${weekdays.map((weekday) => weekdayCode[weekday]).join(',')}`] : []),
    ...(count ? [`COUNT=${count}`] : until ? [`UNTIL=${writeUntil(until, startTime, zone)}`] : []),
  ].join(';')
}

/** iCalendar requires UNTIL in UTC when the start is given in a time zone. */
function writeUntil(until: string, startTime: string, zone: string): string {
  const last = localToInstant(until, startTime, zone)
  if (last.fault === null) return utcText(last.instant)
  if (last.fault === 'skipped') return utcText(last.next.instant)
  throw new RangeError(`A series cannot end on ${until} at ${startTime} in ${zone}.`)
}
