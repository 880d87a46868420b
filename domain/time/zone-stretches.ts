import { day, type Interval } from './spans.ts'
import { offsetAt } from './wall-clock.ts'

/** A stretch of time through which a zone's clocks keep one distance from UTC: wall time is instant plus offset. */
export type Stretch = Interval & { offset: number }

/**
 * The stretches that together cover at least from `from` to `to`, in order. No zone has changed its clocks twice within one
 * day, so a look a day misses nothing; over many years, longer steps save most of the looks.
 */
export function zoneStretches(timeZone: string, from: number, to: number, step = day): Stretch[] {
  const offset = (instant: number) => offsetAt(instant, timeZone)
  const start = Math.floor(from / day) * day
  let open: Stretch = { start, end: start, offset: offset(start) }
  const stretches = [open]
  while (open.end < to) {
    const next = open.end + step
    const nextOffset = offset(next)
    if (nextOffset === open.offset) {
      open.end = next
      continue
    }
    const change = findChange(open.end, next, (instant) => offset(instant) !== open.offset)
    open.end = change
    open = { start: change, end: next, offset: nextOffset }
    stretches.push(open)
  }
  return stretches
}

/** Clocks change on a whole second; `changed` is false at `before` and true at `after`. */
function findChange(before: number, after: number, changed: (instant: number) => boolean): number {
  let [low, high] = [before / 1000, after / 1000]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (changed(middle * 1000)) high = middle
    else low = middle
  }
  return high * 1000
}

/** The parts of a stretch that lie on one date each, `midnight` being that date's as the stretch's clocks would read it. */
export function* splitByDate(stretch: Stretch): Generator<{ dayNumber: number; midnight: number; part: Interval }> {
  const last = Math.ceil((stretch.end + stretch.offset) / day)
  for (let dayNumber = Math.floor((stretch.start + stretch.offset) / day); dayNumber < last; dayNumber++) {
    const midnight = dayNumber * day - stretch.offset
    const part = cut({ start: midnight, end: midnight + day }, stretch)
    if (part) yield { dayNumber, midnight, part }
  }
}

/** What two intervals share; null where that is nothing. */
export function cut(a: Interval, b: Interval): Interval | null {
  const start = Math.max(a.start, b.start)
  const end = Math.min(a.end, b.end)
  return start < end ? { start, end } : null
}

/** Sorted, with those that overlap or touch made one. */
export function joinIntervals(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = []
  for (const { start, end } of [...intervals].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}
