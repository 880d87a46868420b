import { mergeIntervals } from '../time/offset-periods.ts'
import type { Interval } from '../time/spans.ts'
import type { Grid } from './make-grid.ts'

/** The half hours of a grid, or other parts of equal length in order of time. */
type Parts = { halfHours: readonly Interval[] }

/** For each half hour of a grid: 1 if the person is free the whole half hour, else 0. */
export type FreeHalfHours = Uint8Array

/** `free` must be sorted, and its intervals must not touch, as `findFreeIntervals` returns them. `busy` may be in any order. */
export function markFreeHalfHours({ halfHours }: Parts, free: readonly Interval[], busy: readonly Interval[]): FreeHalfHours {
  const taken = mergeIntervals(busy)
  const marks = new Uint8Array(halfHours.length)
  let nextFree = 0
  let nextTaken = 0
  for (const [index, { start, end }] of halfHours.entries()) {
    while (nextFree < free.length && (free[nextFree]?.end ?? 0) < end) nextFree++
    while (nextTaken < taken.length && (taken[nextTaken]?.end ?? 0) <= start) nextTaken++
    const isFree = (free[nextFree]?.start ?? Number.POSITIVE_INFINITY) <= start
    const isTaken = (taken[nextTaken]?.start ?? Number.POSITIVE_INFINITY) < end
    if (isFree && !isTaken) marks[index] = 1
  }
  return marks
}

/** For each half hour: 1 if the person is free in it and in those after it, `length` in all. */
export function markFreeStarts(free: FreeHalfHours, length: number): FreeHalfHours {
  if (length === 1) return free
  const starts = new Uint8Array(free.length)
  let run = 0
  for (let index = free.length - 1; index >= 0; index--) {
    run = free[index] ? run + 1 : 0
    if (run >= length) starts[index] = 1
  }
  return starts
}

/** How many of these people are free for `length` half hours, for each half hour in which they could start. */
export function countFree({ halfHours }: Parts, people: readonly FreeHalfHours[], length = 1): number[] {
  const counts = new Uint16Array(halfHours.length)
  for (const person of people) {
    const starts = markFreeStarts(person, length)
    for (let index = 0; index < counts.length; index++) counts[index] = (counts[index] ?? 0) + (starts[index] ?? 0)
  }
  return [...counts]
}

const bitsPerDigit = 4

/** Packs the marks into hexadecimal digits, four half hours in each. */
export function packHalfHours(marks: FreeHalfHours): string {
  let text = ''
  for (let index = 0; index < marks.length; index += bitsPerDigit) {
    let digit = 0
    for (let bit = 0; bit < bitsPerDigit; bit++) digit = digit * 2 + (marks[index + bit] ?? 0)
    text += digit.toString(16)
  }
  return text
}

export function unpackHalfHours(text: string, { halfHours }: Grid): FreeHalfHours {
  const marks = new Uint8Array(halfHours.length)
  for (let index = 0; index < marks.length; index++) {
    const digit = Number.parseInt(text[Math.floor(index / bitsPerDigit)] ?? '0', 16)
    marks[index] = (digit >> (bitsPerDigit - 1 - (index % bitsPerDigit))) & 1
  }
  return marks
}
