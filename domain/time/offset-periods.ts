import { day, type Interval } from './spans.ts'
import { offsetAt } from './wall-clock.ts'

/** A period in which a zone's clocks have the same offset from UTC. The wall time is the instant plus the offset. */
export type OffsetPeriod = Interval & { offset: number }

/**
 * Lists the periods that together cover at least the time from `from` to `to`, in order. No zone has ever changed its clocks
 * twice within one day, so one check a day misses no change. For many years, a longer step needs far fewer checks.
 */
export function listOffsetPeriods(timeZone: string, from: number, to: number, step = day): OffsetPeriod[] {
  const offset = (instant: number) => offsetAt(instant, timeZone)
  const start = Math.floor(from / day) * day
  let current: OffsetPeriod = { start, end: start, offset: offset(start) }
  const periods = [current]
  while (current.end < to) {
    const next = current.end + step
    const nextOffset = offset(next)
    if (nextOffset === current.offset) {
      current.end = next
      continue
    }
    const change = findChange(current.end, next, (instant) => offset(instant) !== current.offset)
    current.end = change
    current = { start: change, end: next, offset: nextOffset }
    periods.push(current)
  }
  return periods
}

/** Finds the second at which the clocks change. `changed` is false at `before` and true at `after`. */
function findChange(before: number, after: number, changed: (instant: number) => boolean): number {
  let [low, high] = [before / 1000, after / 1000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (changed(middle * 1000)) high = middle
    else low = middle
  }
  return high * 1000
}

/** Splits a period into one part for each date. `midnight` is the start of that date at the period's offset. */
export function* splitByDate(period: OffsetPeriod): Generator<{ dayNumber: number; midnight: number; part: Interval }> {
  const last = Math.ceil((period.end + period.offset) / day)
  for (let dayNumber = Math.floor((period.start + period.offset) / day); dayNumber < last; dayNumber++) {
    const midnight = dayNumber * day - period.offset
    const part = intersect({ start: midnight, end: midnight + day }, period)
    if (part) yield { dayNumber, midnight, part }
  }
}

/** The time that two intervals have in common, or null. */
export function intersect(a: Interval, b: Interval): Interval | null {
  const start = Math.max(a.start, b.start)
  const end = Math.min(a.end, b.end)
  return start < end ? { start, end } : null
}

/** Sorts intervals and merges those that overlap or touch. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const { start, end } of [...intervals].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
