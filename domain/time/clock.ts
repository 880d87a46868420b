import { day } from './spans.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

export const weekdayNames = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
} as const

export const eachWeekday = <T>(make: (weekday: Weekday) => T) =>
  Object.fromEntries(weekdays.map((weekday) => [weekday, make(weekday)])) as Record<Weekday, T>

export const minutesADay = 24 * 60

/** Minutes since midnight of an 'HH:MM' from 00:00 to 24:00; null for any other text. */
export function minutesOf(time: string | null): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time ?? '') ?? []
  const total = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && total <= minutesADay ? total : null
}

export const timeText = (minutes: number) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`

const twoDigits = (value: number) => String(value).padStart(2, '0')

/**
 * The number of days from 1970-01-01 to a date 'YYYY-MM-DD'; null for any other text. We count days and do not read a
 * date as an instant, because for half of the world that instant falls on the day before.
 */
export function dayNumberOf(date: string): number | null {
  const [, year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? []
  const number = Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth)) / day
  return !Number.isNaN(number) && dateText(number) === date ? number : null
}

export const dateText = (dayNumber: number) => new Date(dayNumber * day).toISOString().slice(0, 10)

/**
 * The current date in the last time zone on earth, twelve hours behind UTC. A day without a time zone, such as the last one of a season, is
 * over once it is over everywhere.
 */
export const latestLocalDate = (now: number): string => dateText(Math.floor((now - day / 2) / day))

export function weekdayOf(dayNumber: number): Weekday {
  // 1970-01-01 was a Thursday.
  return weekdays[(((dayNumber + 3) % 7) + 7) % 7] ?? 'monday'
}

/** Refuses bare offsets ("+05:00"): not every JavaScript engine knows them, and they have no daylight saving time. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }) !== null
  } catch {
    // Intl throws if it does not know the zone.
    return false
  }
}
