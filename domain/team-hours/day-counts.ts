import { pickSettledWeek } from '../availability/compare-hours.ts'
import { findFreeIntervals } from '../availability/find-free-time.ts'
import { day, hour, type Interval, minute } from '../time/spans.ts'
import { rankSlots, slotMinutes } from './best-slots.ts'
import type { TeamHours } from './contract.ts'
import { countFree, markFreeHalfHours } from './free-half-hours.ts'
import { type Grid, halfHourMinutes, halfHoursPerDay } from './make-grid.ts'
import { keepPeriods, type SharedHours } from './rules.ts'

/**
 * Everyone who sees counts must have this many others in them. With fewer, a count would say who is free. The viewer may be in the
 * counts too, and nobody stores who is, so the counts need one person more.
 */
export const minOthersSharing = 3

/**
 * How many members are free, for viewers who may not see who. A community has one of these for each day. It is made once, and all
 * viewers of that day read it. So whatever members do (share, stop, leave, join a game, change a date), these counts change only at
 * midnight, with everything else of that day. Otherwise the difference between two answers would be the hours of one person.
 */
export type DayCounts = {
  /** How many members share. Null if too few have free hours. Then the lists are empty. */
  sharing: number | null
  /** When the first part of each list starts. Each part starts 15 minutes after the one before it, so that all time zones fit. */
  start: number
  /** How many are free for half an hour. */
  halfHours: number[]
  /** How many are free for as long as a game usually takes. */
  games: number[]
}

const step = 15 * minute

/** The four weeks in every time zone, also for a viewer who looks at the end of the day. */
function windowOf(now: number): Interval {
  const start = Math.floor(now / step) * step - 28 * hour
  return { start, end: start + 32 * day }
}

function listParts({ start, end }: Interval, minutes: number): Interval[] {
  const length = minutes * minute
  return Array.from({ length: (end - start - length) / step + 1 }, (_, index) => {
    const from = start + index * step
    return { start: from, end: from + length }
  })
}

/** Today on a grid that starts today. */
export function findToday({ halfHours }: Grid): Interval {
  const [first] = halfHours
  const tomorrow = halfHours.find(({ cell }) => cell >= halfHoursPerDay)
  if (!first || !tomorrow) throw new Error('A grid has more than one day')
  return { start: first.start, end: tomorrow.start }
}

/** Makes the counts of a day that started at `dayStart`. Who is never free does not count toward the minimum. */
export function countForDay(rows: readonly SharedHours[], dayStart: number, now: number): DayCounts {
  const window = windowOf(now)
  const settled = pickSettled(rows, dayStart)
  const listPeriods = keepPeriods()
  const people = settled.map(({ availability, busy }) => ({
    free: findFreeIntervals(availability, window.start, window.end, listPeriods),
    busy,
  }))
  const mark = (minutes: number) => {
    const halfHours = listParts(window, minutes)
    return { halfHours, marks: people.map(({ free, busy }) => markFreeHalfHours({ halfHours }, free, busy)) }
  }
  const short = mark(halfHourMinutes)
  const freePeople = short.marks.filter((marks) => marks.includes(1)).length
  if (freePeople <= minOthersSharing) return { sharing: null, start: window.start, halfHours: [], games: [] }
  const long = mark(slotMinutes)
  return { sharing: settled.length, start: window.start, halfHours: countFree(short, short.marks), games: countFree(long, long.marks) }
}

/** Those who shared before the day started, with the weekly hours that had stood for a day then. */
function pickSettled(rows: readonly SharedHours[], dayStart: number): SharedHours[] {
  return rows.flatMap((row) => {
    const { availability, weeklySince, earlierWeekly, sharedSince } = row
    const weekly = pickSettledWeek({ weekly: availability.weeklyAvailability, weeklySince, earlierWeekly }, dayStart)
    return sharedSince < dayStart && weekly ? [{ ...row, availability: { ...availability, weeklyAvailability: weekly } }] : []
  })
}

/**
 * What a viewer learns who may not see who shares. All of them learn the same, so blocking somebody or asking with a second account
 * shows nothing. A best slot says how many can play on the date on which fewest can.
 */
export function showCounts(
  { sharing, start, halfHours, games }: DayCounts,
  grid: Grid,
  now: number,
): Pick<TeamHours, 'sharing' | 'counts' | 'best' | 'people'> {
  if (sharing === null) return { sharing, counts: null, best: [], people: null }
  const countAt = (counts: readonly number[], instant: number) => counts[(instant - start) / step] ?? 0
  return {
    sharing,
    counts: grid.halfHours.map((half) => countAt(halfHours, half.start)),
    best: rankSlots(grid, now, 1, (dates) => Math.min(...dates.map(({ startsAt }) => countAt(games, startsAt)))),
    people: null,
  }
}
