import { minutesOf, timeText, type Weekday, weekdays } from '../time/clock.ts'
import { day, minute } from '../time/spans.ts'
import { type FreeHalfHours, markFreeStarts } from './free-half-hours.ts'
import { daysShown, describeCell, type Grid, halfHourMinutes, halfHoursPerDay } from './make-grid.ts'

/** A game of a community usually takes two hours. */
export const slotMinutes = 120
export const slotLength = slotMinutes / halfHourMinutes

const maxSlots = 5

/** A time of the week at which people can play in each of the weeks shown. */
export type BestSlot = {
  weekday: Weekday
  startTime: string
  /** The first date on which it is still to come. */
  date: string
  /** How many people can play on all of its dates. */
  count: number
}

const minutesPerDay = day / minute
const minutesPerWeek = 7 * minutesPerDay

/** One date of a time of the week. `index` is its first half hour on the grid. */
type SlotDate = { cell: number; index: number; startsAt: number }

/** Lists the times of the week at which most people can play. A person counts only if they are free on every date still to come. */
export function findBestSlots(grid: Grid, people: readonly FreeHalfHours[], now: number, minCount = 1): BestSlot[] {
  const starts = people.map((person) => markFreeStarts(person, slotLength))
  return rankSlots(grid, now, minCount, (dates) => starts.filter((person) => dates.every(({ index }) => person[index] === 1)).length)
}

/**
 * Lists the times of the week with the highest counts. The best comes first; of equal ones, the one that comes first. Slots in the list
 * do not overlap.
 */
export function rankSlots(grid: Grid, now: number, minCount: number, countOn: (dates: readonly SlotDate[]) => number): BestSlot[] {
  const candidates: (BestSlot & { startsAt: number })[] = []
  for (let firstCell = 0; firstCell < 7 * halfHoursPerDay; firstCell++) {
    const dates = listWeeks(grid, firstCell, now)
    const [first] = dates
    if (!first) continue
    const count = countOn(dates)
    if (count < minCount) continue
    const { date, time, weekday } = describeCell(grid, first.cell)
    candidates.push({ weekday, startTime: time, date, count, startsAt: first.startsAt })
  }
  candidates.sort((a, b) => b.count - a.count || a.startsAt - b.startsAt)
  const best: BestSlot[] = []
  for (const { startsAt: _, ...slot } of candidates) {
    if (best.length === maxSlots) break
    if (best.every((other) => !overlap(slot, other))) best.push(slot)
  }
  return best
}

/** The same time of the week on each date that has it and is still to come. */
function listWeeks({ cells, halfHours }: Grid, firstCell: number, now: number): SlotDate[] {
  const weeks: SlotDate[] = []
  for (let cell = firstCell; cell < daysShown * halfHoursPerDay; cell += 7 * halfHoursPerDay) {
    const index = cells[cell]
    const startsAt = index === null || index === undefined ? undefined : halfHours[index]?.start
    if (typeof index === 'number' && startsAt !== undefined && startsAt >= now) weeks.push({ cell, index, startsAt })
  }
  return weeks
}

const minuteOfWeek = ({ weekday, startTime }: BestSlot) => weekdays.indexOf(weekday) * minutesPerDay + (minutesOf(startTime) ?? 0)

/** Two slots overlap if they are less than one slot apart, also from Sunday to Monday. */
function overlap(a: BestSlot, b: BestSlot): boolean {
  const apart = Math.abs(minuteOfWeek(a) - minuteOfWeek(b))
  return Math.min(apart, minutesPerWeek - apart) < slotMinutes
}

/** '18:00' plus two hours is '20:00'. At midnight the end is 24:00, and after it the time of the next day. */
export function endOfSlot(startTime: string, minutes = slotMinutes): string {
  const end = (minutesOf(startTime) ?? 0) + minutes
  return timeText(end > minutesPerDay ? end - minutesPerDay : end)
}
