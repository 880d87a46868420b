import type { Availability, TimeRange } from '../../domain/availability/contract.ts'
import { eachWeekday, type Weekday } from '../../domain/time/clock.ts'
import type { Interval } from '../../domain/time/spans.ts'

/** '17:00-20:00' as a range. */
export function range(text: string): TimeRange {
  const [startTime = '', endTime = ''] = text.split('-')
  return { startTime, endTime }
}

/** A schedule with these hours per weekday and per date: `schedule('UTC', { monday: ['17:00-20:00'] }, { '2026-03-09': [] })`. */
export const schedule = (
  timeZone: string,
  week: Partial<Record<Weekday, readonly string[]>> = {},
  dates: Readonly<Record<string, readonly string[]>> = {},
): Availability => ({
  timeZone,
  weeklyAvailability: eachWeekday((weekday) => {
    const timeRanges = (week[weekday] ?? []).map(range)
    return { isAvailable: timeRanges.length > 0, timeRanges }
  }),
  dateSpecificAvailability: Object.entries(dates).map(([date, ranges]) => ({ date, timeRanges: ranges.map(range) })),
})

/** The same hours every day of the week. */
export const everyDay = (timeZone: string, ranges: readonly string[], dates: Readonly<Record<string, readonly string[]>> = {}) =>
  schedule(
    timeZone,
    eachWeekday(() => ranges),
    dates,
  )

/** The milliseconds of an instant such as '2026-03-08T06:30Z'. */
export const at = (instant: string) => Date.parse(instant)

const instantText = (instant: number) => `${new Date(instant).toISOString().slice(0, 16)}Z`
export const texts = (intervals: readonly Interval[]) => intervals.map(({ start, end }) => `${instantText(start)} ${instantText(end)}`)

export type Dice = { below: (limit: number) => number; pick: <T>(from: readonly T[]) => T }

/** Random numbers that are always the same for the same seed (mulberry32). */
export function throwDice(seed: number): Dice {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: (from) => from[below(from.length)] as (typeof from)[number] }
}
