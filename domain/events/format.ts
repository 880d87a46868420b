import { formatLevel, ratingOf } from '../profiles/levels.ts'
import { day, minute } from '../time/spans.ts'
import { instantToLocal } from '../time/wall-clock.ts'
import { writeDate, writeTime } from '../time/write-time.ts'
import type { Visibility } from './states.ts'

/** Formats a range of levels: "Level 3.0 to 3.5", "Beginner to advanced", "Intermediate and up", "All levels". */
export function formatLevels(activity: string, min: number | null, max: number | null): string {
  const isRated = ratingOf(activity, 1) !== null
  const formatOne = (level: number, round: (level: number) => number) => ratingOf(activity, level) ?? formatLevel('', round(level))
  const [low, high] = [min === null ? null : formatOne(min, Math.floor), max === null ? null : formatOne(max, Math.ceil)]
  const toLowerCase = (label: string) => (isRated ? label : label.toLowerCase())
  const prefix = isRated ? 'Level ' : ''
  if (low === null && high === null) return 'All levels'
  if (low === null) return `Up to ${prefix.toLowerCase()}${toLowerCase(high ?? '')}`
  if (high === null) return `${prefix}${low} and up`
  return low === high ? `${prefix}${low}` : `${prefix}${low} to ${toLowerCase(high)}`
}

export function formatVisibility(visibility: Visibility, teamName: string | null): string {
  if (visibility === 'public') return 'Open to everyone'
  if (visibility === 'link') return 'Anyone with the link'
  return teamName === null ? 'Community members only' : `Members of ${teamName}`
}

/** Formats a position: "1st", "2nd", "11th", "22nd". */
export function formatOrdinal(number: number): string {
  const endings = { one: 'st', two: 'nd', few: 'rd' } as Record<string, string | undefined>
  return `${number}${endings[new Intl.PluralRules('en-US', { type: 'ordinal' }).select(number)] ?? 'th'}`
}

/**
 * Formats a deadline in the venue's time zone: "Friday 7 PM" if it is less than six days away, otherwise with its date. Midnight is
 * "the end of Tuesday", because readers of "Wednesday 12 AM" may expect one more day.
 */
export function formatDeadline(
  instant: number,
  { timeZone, now, locale }: { timeZone: string; now: number; locale?: string | undefined },
): string {
  const write = (options: Intl.DateTimeFormatOptions, at = instant) => writeTime(at, timeZone, options, locale)
  const isNear = Math.abs(instant - now) < 6 * day
  const writeDay = (at: number) =>
    isNear ? write({ weekday: 'long' }, at) : writeDate(at, { timeZone, now, locale }, { weekday: 'long', month: 'long', day: 'numeric' })
  const { time } = instantToLocal(instant, timeZone)
  if (time === '00:00') return `the end of ${writeDay(instant - minute)}`
  const minutes = time.endsWith(':00') ? {} : ({ minute: '2-digit' } as const)
  return `${writeDay(instant)}${isNear ? '' : ','} ${write({ hour: 'numeric', ...minutes })}`
}

type FormatOptions = { timeZone: string; now: number; locale?: string; showsZone?: boolean }

/** Formats when a scheduled game opens: "opens for sign-up on Sat, Nov 28 at 9:00 AM CST". */
export const formatOpening = (publishAt: number, options: FormatOptions): string =>
  publishAt <= options.now ? 'opens for sign-up any moment' : `opens for sign-up ${formatMoment(publishAt, options)}`

/** "on Sat, Nov 28 at 9:00 AM CST" */
export function formatMoment(instant: number, { timeZone, now, locale, showsZone = true }: FormatOptions): string {
  const date = writeDate(instant, { timeZone, now, locale }, { weekday: 'short', month: 'short', day: 'numeric' })
  const zone = showsZone ? ({ timeZoneName: 'short' } as const) : {}
  return `on ${date} at ${writeTime(instant, timeZone, { hour: 'numeric', minute: '2-digit', ...zone }, locale)}`
}
