import { dayNumberOf, isTimeZone, minutesOf, type Weekday, weekdayOf, weekdays } from '../time/clock.ts'
import { day, type Interval, minute } from '../time/spans.ts'
import { cut, joinIntervals, type Stretch, splitByDate, zoneStretches } from '../time/zone-stretches.ts'
import type { Availability, TimeRange } from './contract.ts'

/** The longest window that is searched at once; a longer one is cut off there. */
const longestWindow = 400 * day
/** Comparing people answers with a list of them for each moment that something changes, so it looks less far … */
const longestComparison = 62 * day
/** … and at fewer people: callers refuse more, later ones are not looked at. */
const maxPeopleCompared = 100

/** Clocks have never been set by more than a day. */
const slack = 2 * day
const latestInstant = Date.UTC(9999, 0, 1)

/**
 * When a person can play, from one instant to another (UTC milliseconds): sorted, disjoint and inside the window.
 * Ranges that meet, at midnight too, are one interval. A zone that this runtime does not know means never.
 *
 * Where clocks change, a range lasts from the first to the last moment at which they show a time inside it:
 * - Clocks go forward: what they skip does not exist. A start or end in the gap moves to its far side, and a range
 *   that lies in the gap vanishes. Moving it on by the gap's length instead would claim an hour nobody offered.
 * - Clocks go back: a start is the earlier of the two, an end the later. "Until 1:30" is one evening, not an evening
 *   with a hole in it; at worst it says an hour too much, on one night a year.
 */
export function freeIntervals(availability: Availability, fromInstant: number, toInstant: number): Interval[] {
  const window = boundWindow(fromInstant, toInstant, longestWindow)
  if (!window || !isTimeZone(availability.timeZone)) return []
  return findFree(availability, window, stretchesAround(availability.timeZone, window))
}

/** Whether the whole time lies in one free interval; false for more than `longestWindow`. */
export function isFree(availability: Availability, start: number, end: number): boolean {
  const [first] = freeIntervals(availability, start, end)
  return first?.start === start && first.end === end
}

/** `free` has the places in the list of those who are free throughout. */
export type SharedTime = Interval & { free: number[] }

/** Who is free when: from each change to the next, leaving out when nobody is. */
export function overlap(availabilities: readonly Availability[], fromInstant: number, toInstant: number): SharedTime[] {
  const window = boundWindow(fromInstant, toInstant, longestComparison)
  if (!window) return []
  const stretches = new Map<string, Stretch[]>()
  const changes = new Map<number, { come: number[]; go: number[] }>()
  const changeAt = (instant: number) => {
    const change = changes.get(instant) ?? { come: [], go: [] }
    changes.set(instant, change)
    return change
  }
  for (const [place, availability] of availabilities.slice(0, maxPeopleCompared).entries()) {
    const { timeZone } = availability
    const known = stretches.get(timeZone) ?? (isTimeZone(timeZone) ? stretchesAround(timeZone, window) : [])
    stretches.set(timeZone, known)
    for (const { start, end } of findFree(availability, window, known)) {
      changeAt(start).come.push(place)
      changeAt(end).go.push(place)
    }
  }
  const shared: SharedTime[] = []
  const free = new Set<number>()
  let since = window.start
  for (const [instant, { come, go }] of [...changes].sort(([a], [b]) => a - b)) {
    if (free.size > 0) shared.push({ start: since, end: instant, free: [...free].sort((a, b) => a - b) })
    for (const place of go) free.delete(place)
    for (const place of come) free.add(place)
    since = instant
  }
  return shared
}

function boundWindow(from: number, to: number, longest: number): Interval | null {
  const start = Math.max(from, 0)
  const end = Math.min(to, start + longest, latestInstant)
  return start < end ? { start, end } : null
}

/** Wider than the window: a range is taken whole before it is cut, or a window from the middle of an hour that comes twice would see half of it. */
const stretchesAround = (timeZone: string, window: Interval) => zoneStretches(timeZone, window.start - slack, window.end + slack)

function findFree(availability: Availability, window: Interval, stretches: readonly Stretch[]): Interval[] {
  const rangesOn = readRanges(availability)
  const found = new Map<string, Interval>()
  for (const stretch of stretches) {
    for (const { dayNumber, midnight, part } of splitByDate(stretch)) {
      for (const [index, { start, end }] of rangesOn(dayNumber).entries()) {
        const free = cut({ start: midnight + start, end: midnight + end }, part)
        if (!free) continue
        // A day on which clocks change is met in two stretches.
        const key = `${dayNumber} ${index}`
        found.set(key, { start: found.get(key)?.start ?? free.start, end: free.end })
      }
    }
  }
  return joinIntervals([...found.values()].flatMap((free) => cut(free, window) ?? []))
}

/** The ranges of a date, in milliseconds since its midnight: its own where it has an entry, else its weekday's. */
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
