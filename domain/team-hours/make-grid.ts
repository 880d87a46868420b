import { dateText, timeText, type Weekday, weekdayOf } from '../time/clock.ts'
import { intersect, listOffsetPeriods, type OffsetPeriod, splitByDate } from '../time/offset-periods.ts'
import { day, type Interval, minute } from '../time/spans.ts'

/** The heat map shows four weeks. */
export const daysShown = 28
export const halfHoursPerDay = 48
export const halfHourMinutes = 30
const halfHour = halfHourMinutes * minute
const cellCount = daysShown * halfHoursPerDay
/** A game can start in the last half hour of the map. So we also look at the hours after it. */
const halfHoursAfter = 12

/** A real half hour. A night in which clocks go back has more of them than a normal one. */
type HalfHour = Interval & { cell: number }

/** Four weeks on the clocks of one zone. A cell is a half hour of one date: `dayIndex * halfHoursPerDay + index in the day`. */
export type Grid = {
  firstDay: number
  /** In order of time. They include the hours after the last cell. */
  halfHours: readonly HalfHour[]
  /**
   * For each cell, the index of its half hour. When clocks go back, it is the first of the two, because a game with this start begins
   * then. Null if the clocks skip this half hour.
   */
  cells: readonly (number | null)[]
}

/** The server sends these with the counts, so that a browser with older time zone data shows the same hours. */
export const listGridPeriods = (timeZone: string, firstDay: number): OffsetPeriod[] =>
  listOffsetPeriods(timeZone, (firstDay - 1) * day, (firstDay + daysShown + 2) * day)

export function makeGrid(firstDay: number, periods: readonly OffsetPeriod[]): Grid {
  const halfHours: HalfHour[] = []
  for (const period of periods) {
    for (const { dayNumber, midnight, part } of splitByDate(period)) {
      for (let index = 0; index < halfHoursPerDay; index++) {
        const cell = (dayNumber - firstDay) * halfHoursPerDay + index
        if (cell < 0 || cell >= cellCount + halfHoursAfter) continue
        const start = midnight + index * halfHour
        const real = intersect({ start, end: start + halfHour }, part)
        if (real) halfHours.push({ ...real, cell })
      }
    }
  }
  const cells: (number | null)[] = Array.from({ length: cellCount }, () => null)
  for (const [index, { cell }] of halfHours.entries()) if (cell < cellCount) cells[cell] ??= index
  return { firstDay, halfHours, cells }
}

/** The date and the local time at which a cell starts. */
export function describeCell({ firstDay }: Grid, cell: number): { date: string; time: string; weekday: Weekday } {
  const dayNumber = firstDay + Math.floor(cell / halfHoursPerDay)
  return {
    date: dateText(dayNumber),
    time: timeText((cell % halfHoursPerDay) * halfHourMinutes),
    weekday: weekdayOf(dayNumber),
  }
}

/** The half hour of a cell; null if the clocks skip it. */
export function getHalfHour({ cells, halfHours }: Grid, cell: number): Interval | null {
  const index = cells[cell]
  return index === null || index === undefined ? null : (halfHours[index] ?? null)
}
