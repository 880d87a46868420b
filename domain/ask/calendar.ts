import { CalendarDate, getDayOfWeek } from '@internationalized/date'
import { type Weekday, weekdays } from '../time/clock.ts'

export const weekdayOn = (date: CalendarDate): Weekday => weekdays[getDayOfWeek(date, 'en-US', 'mon')] ?? 'monday'

/** Weeks run from Monday, so that a weekend is in one piece. */
export const mondayOf = (date: CalendarDate) => date.subtract({ days: getDayOfWeek(date, 'en-US', 'mon') })

/** The first such day that is not before. */
export const onOrAfter = (date: CalendarDate, day: Weekday) =>
  date.add({ days: (weekdays.indexOf(day) - getDayOfWeek(date, 'en-US', 'mon') + 7) % 7 })

/** A day of the calendar, or null: the library would make the last of the month of a thirty-second. */
export function dateOf(year: number, month: number, day: number): CalendarDate | null {
  if (month < 1 || month > 12 || day < 1 || year < 1970 || year > 9998) return null
  const date = new CalendarDate(year, month, day)
  return date.day === day && date.month === month ? date : null
}

/** This year's, or next year's once it is over; null where neither year has one, as with February 29. */
export function nextYearly(today: CalendarDate, find: (year: number) => CalendarDate | null): CalendarDate | null {
  const dates = [today.year, today.year + 1].map(find)
  return dates.find((date) => date !== null && date.compare(today) >= 0) ?? null
}

/** The first day of that number from today on; months without one are passed over. */
export function nextDayNumbered(today: CalendarDate, day: number): CalendarDate | null {
  for (let months = 0; months < 3; months++) {
    const { year, month } = today.set({ day: 1 }).add({ months })
    const date = dateOf(year, month, day)
    if (date && date.compare(today) >= 0) return date
  }
  return null
}
