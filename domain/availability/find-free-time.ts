import { dayNumberOf, isTimeZone, minutesOf, type Weekday, weekdayOf, weekdays } from '../time/clock.ts'
import { intersect, listOffsetPeriods, mergeIntervals, type OffsetPeriod, splitByDate } from '../time/offset-periods.ts'
import { day, type Interval, minute } from '../time/spans.ts'
import type { Availability, TimeRange } from './contract.ts'

/** A longer window is cut off at this length. */
const maxWindow = 400 * day

/** Extra time around the window. No zone has ever changed its clocks by more than one day. */
const slack = 2 * day
const maxInstant = Date.UTC(9999, 0, 1)

/**
 * When a person can play between two instants (UTC milliseconds). The intervals are sorted, do not overlap and lie inside
 * the window. Ranges that touch, also at midnight, become one interval. An unknown time zone gives no intervals.
 *
 * When clocks change, a range lasts from the first to the last moment at which the clock shows a time inside it:
 * - Clocks go forward: the skipped hour does not exist. A start or end in it moves to the end of the skipped hour, and a
 *   range that lies inside it disappears. Shifting the range by an hour would add time that the person did not offer.
 * - Clocks go back: for a time that occurs twice, a start uses the first occurrence and an end the second. So "until 1:30"
 *   is one interval without a hole. At worst it is an hour too long, on one night a year.
 */
export function findFreeIntervals(
  availability: Availability,
  fromInstant: number,
  toInstant: number,
  listPeriods: ListPeriods = listOffsetPeriods,
): Interval[] {
  const window = limitWindow(fromInstant, toInstant)
  if (!window || !isTimeZone(availability.timeZone)) return []
  return findFree(availability, window, listPeriodsAround(availability.timeZone, window, listPeriods))
}

/** Whether the person is free the whole time. Always false for more than `maxWindow`. */
export function isFree(availability: Availability, start: number, end: number): boolean {
  const [first] = findFreeIntervals(availability, start, end)
  return first?.start === start && first.end === end
}

function limitWindow(from: number, to: number): Interval | null {
  const start = Math.max(from, 0)
  const end = Math.min(to, start + maxWindow, maxInstant)
  return start < end ? { start, end } : null
}

/** Wider than the window, because ranges must be complete before they are cut. A window could start in the middle of an hour that occurs twice. */
const listPeriodsAround = (timeZone: string, window: Interval, listPeriods: ListPeriods) =>
  listPeriods(timeZone, window.start - slack, window.end + slack)

/** Lists the periods of a zone. Who looks at many people in the same window can keep them, because most people share a zone. */
type ListPeriods = (timeZone: string, from: number, to: number) => OffsetPeriod[]

function findFree(availability: Availability, window: Interval, periods: readonly OffsetPeriod[]): Interval[] {
  const getRanges = readRanges(availability)
  const found = new Map<string, Interval>()
  for (const period of periods) {
    for (const { dayNumber, midnight, part } of splitByDate(period)) {
      for (const [index, { start, end }] of getRanges(dayNumber).entries()) {
        const free = intersect({ start: midnight + start, end: midnight + end }, part)
        if (!free) continue
        // On a day when clocks change, the same range appears in two periods.
        const key = `${dayNumber} ${index}`
        found.set(key, { start: found.get(key)?.start ?? free.start, end: free.end })
      }
    }
  }
  return mergeIntervals([...found.values()].flatMap((free) => intersect(free, window) ?? []))
}

/** The ranges of a date, in milliseconds since midnight. The date's own entry replaces the hours of its weekday. */
function readRanges({ weeklyAvailability, dateSpecificAvailability }: Availability): (dayNumber: number) => Interval[] {
  const byWeekday = new Map<Weekday, Interval[]>(
    weekdays.map((weekday) => {
      const { isAvailable, timeRanges } = weeklyAvailability[weekday]
      return [weekday, isAvailable ? timeRanges.flatMap(readRange) : []]
    }),
  )
  const byDate = new Map(dateSpecificAvailability.map(({ date, timeRanges }) => [dayNumberOf(date), timeRanges.flatMap(readRange)]))
  return (dayNumber) => byDate.get(dayNumber) ?? byWeekday.get(weekdayOf(dayNumber)) ?? []
}

function readRange({ startTime, endTime }: TimeRange): Interval[] {
  const start = minutesOf(startTime)
  const end = minutesOf(endTime)
  return start === null || end === null ? [] : [{ start: start * minute, end: end * minute }]
}
