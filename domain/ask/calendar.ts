import { CalendarDate, getDayOfWeek } from '@internationalized/date'
import { type Weekday, weekdays } from '../time/clock.ts'

export const getWeekday = (date: CalendarDate): Weekday => weekdays[getDayOfWeek(date, 'en-US', 'mon')] ?? 'monday'

/** Weeks start on Monday, so that Saturday and Sunday belong to the same week. */
export const getMonday = (date: CalendarDate) => date.subtract({ days: getDayOfWeek(date, 'en-US', 'mon') })

/** The first date with this weekday, on or after `date`. */
export const findWeekdayFrom = (date: CalendarDate, day: Weekday) =>
  date.add({ days: (weekdays.indexOf(day) - getDayOfWeek(date, 'en-US', 'mon') + 7) % 7 })

/** Null if the date does not exist. The library would turn January 32 into January 31. */
export function makeDate(year: number, month: number, day: number): CalendarDate | null {
  if (month < 1 || month > 12 || day < 1 || year < 1970 || year > 9998) return null
  const date = new CalendarDate(year, month, day)
  return date.day === day && date.month === month ? date : null
}

/** The date of this year, or of next year once it has passed. Null if neither year has one, as for February 29. */
export function findNextYearly(today: CalendarDate, find: (year: number) => CalendarDate | null): CalendarDate | null {
  const dates = [today.year, today.year + 1].map(find)
  return dates.find((date) => date !== null && date.compare(today) >= 0) ?? null
}

/** The next date with this day of the month, today included. Months without that day are skipped. */
export function findNextDayOfMonth(today: CalendarDate, day: number): CalendarDate | null {
  for (let months = 0; months < 3; months++) {
    const { year, month } = today.set({ day: 1 }).add({ months })
    const date = makeDate(year, month, day)
    if (date && date.compare(today) >= 0) return date
  }
  return null
}
