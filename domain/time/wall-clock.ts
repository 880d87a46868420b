import { dateText, timeText } from './clock.ts'
import { day, minute } from './spans.ts'

/** A date and time as a calendar and a clock at a place show them: 'YYYY-MM-DD' and 'HH:MM'. */
export type LocalTime = { date: string; time: string }

export function instantToLocal(instant: number, zone: string): LocalTime {
  const wall = instant + offsetAt(instant, zone)
  const dayNumber = Math.floor(wall / day)
  return { date: dateText(dayNumber), time: timeText(Math.floor((wall - dayNumber * day) / minute)) }
}

/** The day on the calendar of a zone, counted from 1970. */
export const localDayOf = (instant: number, zone: string): number => Math.floor((instant + offsetAt(instant, zone)) / day)

/** When a zone's clocks go back, they show some times twice. The change is at most a few hours away from both. */
export function isShownTwice(instant: number, zone: string): boolean {
  const offset = offsetAt(instant, zone)
  return [instant - day / 4, instant + day / 4].some((near) => {
    const other = offsetAt(near, zone)
    return other !== offset && offsetAt(instant + offset - other, zone) === other
  })
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far a zone's clocks are ahead of UTC, in milliseconds. We do not load a whole date library for this one number. */
export function offsetAt(instant: number, timeZone: string): number {
  const wall: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(instant)) wall[type] = Number(value)
  const { year = 0, month = 0, day: dayOfMonth = 0, hour = 0, minute: minutes = 0, second = 0 } = wall
  return Date.UTC(year, month - 1, dayOfMonth, hour, minutes, second) - Math.floor(instant / 1000) * 1000
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}
