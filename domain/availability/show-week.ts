import { dateText, dayNumberOf, eachWeekday, isTimeZone, minutesOf, timeText, type Weekday, weekdayOf } from '../time/clock.ts'
import { day, type Interval, minute } from '../time/spans.ts'
import { cut, joinIntervals, splitByDate, zoneStretches } from '../time/zone-stretches.ts'
import type { Availability } from './contract.ts'
import { freeIntervals } from './find-free-time.ts'

/** A range as a viewer's clocks show it, with the instants behind it: on the night clocks go back only these tell how long it is. */
export type ShownRange = Interval & { startTime: string; endTime: string }
export type ShownDay = { date: string; weekday: Weekday; timeRanges: ShownRange[] }

/**
 * The seven days from `weekStart` (a plain date of the viewer's calendar) as the clocks of another zone show them.
 * An entry for a date stays on that date of the schedule's own calendar, wherever it is looked at from.
 * Empty for a zone or date that does not exist.
 */
export function inZone(availability: Availability, viewerZone: string, weekStart: string): ShownDay[] {
  const first = dayNumberOf(weekStart)
  if (first === null || !isTimeZone(viewerZone)) return []
  const week = Array.from({ length: 7 }, (_, i): ShownDay => {
    return { date: dateText(first + i), weekday: weekdayOf(first + i), timeRanges: [] }
  })
  // No zone is a day away from UTC.
  const window = { start: (first - 1) * day, end: (first + 8) * day }
  const free = freeIntervals(availability, window.start, window.end)
  for (const stretch of zoneStretches(viewerZone, window.start, window.end)) {
    for (const { dayNumber, midnight, part } of splitByDate(stretch)) {
      for (const { start, end } of free.flatMap((interval) => cut(interval, part) ?? [])) {
        addShown(week[dayNumber - first]?.timeRanges ?? [], {
          ...{ start, end },
          startTime: timeText(Math.floor((start - midnight) / minute)),
          endTime: timeText(Math.floor((end - midnight) / minute)),
        })
      }
    }
  }
  return week
}

/** What goes on through a change of clocks is one range. */
function addShown(ranges: ShownRange[], range: ShownRange): void {
  const last = ranges.at(-1)
  if (last?.end === range.start) Object.assign(last, { end: range.end, endTime: range.endTime })
  else ranges.push(range)
}

/** Minutes a person can play in each hour of an ordinary week, for a small picture: 24 numbers from 0 to 60 a day. */
export function weekPicture({ weeklyAvailability }: Pick<Availability, 'weeklyAvailability'>): Record<Weekday, number[]> {
  return eachWeekday((weekday) => {
    const { isAvailable, timeRanges } = weeklyAvailability[weekday]
    const ranges = timeRanges.map(({ startTime, endTime }) => ({ start: minutesOf(startTime) ?? 0, end: minutesOf(endTime) ?? 0 }))
    const joined = isAvailable ? joinIntervals(ranges) : []
    return Array.from({ length: 24 }, (_, hour) => countMinutes(joined, { start: hour * 60, end: hour * 60 + 60 }))
  })
}

function countMinutes(ranges: readonly Interval[], hour: Interval): number {
  return ranges.reduce((sum, range) => {
    const shared = cut(range, hour)
    return shared ? sum + shared.end - shared.start : sum
  }, 0)
}
