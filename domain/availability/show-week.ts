import { dateText, dayNumberOf, eachWeekday, isTimeZone, minutesOf, timeText, type Weekday, weekdayOf } from '../time/clock.ts'
import { intersect, listOffsetPeriods, mergeIntervals, splitByDate } from '../time/offset-periods.ts'
import { day, type Interval, minute } from '../time/spans.ts'
import type { Availability } from './contract.ts'
import { findFreeIntervals } from './find-free-time.ts'

/** A range in the viewer's local time, and its exact instants. In the night when clocks go back, only the instants show its real length. */
export type ShownRange = Interval & { startTime: string; endTime: string }
export type ShownDay = { date: string; weekday: Weekday; timeRanges: ShownRange[] }

/**
 * Seven days of availability in the viewer's time zone, from `weekStart` (a date in the viewer's calendar). An entry for
 * one date keeps that date in the schedule's own time zone. Empty if the zone or the date does not exist.
 */
export function showWeekInZone(availability: Availability, viewerZone: string, weekStart: string): ShownDay[] {
  const firstDayNumber = dayNumberOf(weekStart)
  if (firstDayNumber === null || !isTimeZone(viewerZone)) return []
  const week = Array.from({ length: 7 }, (_, i): ShownDay => {
    return { date: dateText(firstDayNumber + i), weekday: weekdayOf(firstDayNumber + i), timeRanges: [] }
  })
  // One more day on each side is enough, because no zone is a whole day away from UTC.
  const window = { start: (firstDayNumber - 1) * day, end: (firstDayNumber + 8) * day }
  const free = findFreeIntervals(availability, window.start, window.end)
  for (const period of listOffsetPeriods(viewerZone, window.start, window.end)) {
    for (const { dayNumber, midnight, part } of splitByDate(period)) {
      for (const { start, end } of free.flatMap((interval) => intersect(interval, part) ?? [])) {
        addRange(week[dayNumber - firstDayNumber]?.timeRanges ?? [], {
          ...{ start, end },
          startTime: timeText(Math.floor((start - midnight) / minute)),
          endTime: timeText(Math.floor((end - midnight) / minute)),
        })
      }
    }
  }
  return week
}

/** Adds a range to a day. A range that was split by a clock change becomes one again. */
function addRange(ranges: ShownRange[], range: ShownRange): void {
  const last = ranges.at(-1)
  if (last?.end === range.start) Object.assign(last, { end: range.end, endTime: range.endTime })
  else ranges.push(range)
}

/** How many minutes a person is free in each hour of a normal week, for a small chart. Each day has 24 numbers from 0 to 60. */
export function makeWeekChart({ weeklyAvailability }: Pick<Availability, 'weeklyAvailability'>): Record<Weekday, number[]> {
  return eachWeekday((weekday) => {
    const { isAvailable, timeRanges } = weeklyAvailability[weekday]
    const ranges = timeRanges.map(({ startTime, endTime }) => ({ start: minutesOf(startTime) ?? 0, end: minutesOf(endTime) ?? 0 }))
    const joined = isAvailable ? mergeIntervals(ranges) : []
    return Array.from({ length: 24 }, (_, hour) => countMinutes(joined, { start: hour * 60, end: hour * 60 + 60 }))
  })
}

function countMinutes(ranges: readonly Interval[], hour: Interval): number {
  return ranges.reduce((sum, range) => {
    const shared = intersect(range, hour)
    return shared ? sum + shared.end - shared.start : sum
  }, 0)
}
