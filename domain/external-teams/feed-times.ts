import { isTimeZone } from '../time/clock.ts'
import { day, hour, minute } from '../time/spans.ts'
import { offsetAt } from '../time/wall-clock.ts'
import type { ContentLine } from './read-lines.ts'
import { windowsZones } from './windows-zones.ts'

/**
 * A time of a feed as its clock shows it: `wall` is the instant at which a clock in UTC would show the same. A date without a time is
 * midnight. `zone` is null for a date or a time without a zone, which is in the zone that the owner chose.
 */
export type FeedTime = { wall: number; zone: string | null; isDate: boolean }

/** Reads the zone names of a feed. `aliases` are the names that the feed itself explains. */
export function createZoneReader(aliases: ReadonlyMap<string, string>): (name: string) => string | null {
  const known = new Map<string, string | null>()
  return (name) => {
    const found = known.get(name)
    if (found !== undefined) return found
    const zone = findZone(name) ?? findZone(aliases.get(name) ?? '')
    known.set(name, zone)
    return zone
  }
}

/** "America/New_York", "/example.org/2020/America/New_York" and the names of Windows. */
function findZone(name: string): string | null {
  const words = name.trim()
  const windowsZone = windowsZones.get(words)
  if (windowsZone !== undefined) return windowsZone
  const parts = words.split('/').filter(Boolean)
  const candidates = words.startsWith('/') ? [parts.slice(-2).join('/'), parts.slice(-3).join('/')] : [words]
  return candidates.find((candidate) => candidate.length <= 60 && isTimeZone(candidate)) ?? null
}

const timePattern = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/

/** Reads one value, such as `20261121T190000Z`. Null if it is no date and no time. */
export function readTime(text: string, zone: string | null): FeedTime | null {
  const [, year, month, dayOfMonth, hours, minutes, seconds, utc] = timePattern.exec(text.trim().toUpperCase()) ?? []
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth))
  if (Number.isNaN(midnight) || Number(year) < 1900) return null
  // A day that the month does not have would become a day of the next month.
  if (new Date(midnight).getUTCDate() !== Number(dayOfMonth) || new Date(midnight).getUTCMonth() !== Number(month) - 1) return null
  if (hours === undefined) return { wall: midnight, zone: null, isDate: true }
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) return null
  const wall = midnight + Number(hours) * hour + Number(minutes) * minute + Math.min(Number(seconds), 59) * 1000
  return { wall, zone: utc === 'Z' ? 'UTC' : zone, isDate: false }
}

/** Reads all values of a line, which are separated by commas. Of a period only its start counts. */
export function readTimes({ params, value }: ContentLine, readZone: (name: string) => string | null): FeedTime[] {
  const name = params.get('TZID')
  const zone = name === undefined ? null : readZone(name)
  return value.split(',').flatMap((text) => readTime(text.split('/')[0] ?? '', zone) ?? [])
}

/** The instant at which the clocks of a zone show a time. Of two, the first; a time that the clocks skip counts on the old clocks. */
export function wallToInstant(wall: number, zone: string): number {
  const before = offsetAt(wall - day, zone)
  const early = wall - before
  if (offsetAt(early, zone) === before) return early
  const after = offsetAt(wall + day, zone)
  const late = wall - after
  return offsetAt(late, zone) === after ? late : early
}

const durationPattern = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/

/** "PT1H30M" in milliseconds. Null if it is no duration, or none that goes forward. */
export function readDuration(text: string): number | null {
  const match = durationPattern.exec(text.trim().toUpperCase())
  if (!match) return null
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0))
  const length = ((weeks ?? 0) * 7 + (days ?? 0)) * day + (hours ?? 0) * hour + (minutes ?? 0) * minute + (seconds ?? 0) * 1000
  return length > 0 ? length : null
}
