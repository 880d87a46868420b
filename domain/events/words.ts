import { levelLabel, ratingOf } from '../profiles/levels.ts'
import { day } from '../time/spans.ts'
import { writeTime } from '../time/write-time.ts'
import type { Visibility } from './states.ts'

/** "Level 3.0 to 3.5", "Beginner to advanced", "Intermediate and up", "All levels". */
export function levelWords(activity: string, min: number | null, max: number | null): string {
  const isRated = ratingOf(activity, 1) !== null
  const one = (level: number, round: (level: number) => number) => ratingOf(activity, level) ?? levelLabel('', round(level))
  const [low, high] = [min === null ? null : one(min, Math.floor), max === null ? null : one(max, Math.ceil)]
  const later = (words: string) => (isRated ? words : words.toLowerCase())
  const level = isRated ? 'Level ' : ''
  if (low === null && high === null) return 'All levels'
  if (low === null) return `Up to ${level.toLowerCase()}${later(high ?? '')}`
  if (high === null) return `${level}${low} and up`
  return low === high ? `${level}${low}` : `${level}${low} to ${later(high)}`
}

export function visibilityWords(visibility: Visibility, teamName: string | null): string {
  if (visibility === 'public') return 'Open to everyone'
  if (visibility === 'link') return 'Only with the link'
  return teamName === null ? 'For its community' : `For ${teamName}`
}

/** "1st", "2nd", "11th", "22nd". */
export function ordinalOf(number: number): string {
  const endings = { one: 'st', two: 'nd', few: 'rd' } as Record<string, string | undefined>
  return `${number}${endings[new Intl.PluralRules('en-US', { type: 'ordinal' }).select(number)] ?? 'th'}`
}

/** "Friday 7 PM" while that says which Friday, else with its date. By the clocks at the place. */
export function momentWords(instant: number, { timeZone, now, locale }: { timeZone: string; now: number; locale?: string }): string {
  const isNear = Math.abs(instant - now) < 6 * day
  const write = (options: Intl.DateTimeFormatOptions) => writeTime(instant, timeZone, options, locale)
  const minutes = write({ minute: 'numeric' }) === '0' ? {} : ({ minute: '2-digit' } as const)
  const time = write({ hour: 'numeric', ...minutes })
  return isNear ? `${write({ weekday: 'long' })} ${time}` : `${write({ weekday: 'long', month: 'long', day: 'numeric' })}, ${time}`
}

type Opening = { timeZone: string; now: number; locale?: string; isZoneNamed?: boolean }

/** "opens for sign-up on Sat, Nov 28 at 9:00 AM": for who wants to be there in time. By the clocks of that zone, and saying so where asked. */
export function opensWords(publishAt: number, { timeZone, now, locale, isZoneNamed = true }: Opening): string {
  if (publishAt <= now) return 'opens for sign-up any moment'
  const write = (options: Intl.DateTimeFormatOptions, instant = publishAt) => writeTime(instant, timeZone, options, locale)
  const isThisYear = write({ year: 'numeric' }) === write({ year: 'numeric' }, now)
  const date = write({ weekday: 'short', month: 'short', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) })
  const time = write({ hour: 'numeric', minute: '2-digit', ...(isZoneNamed ? { timeZoneName: 'short' } : {}) })
  return `opens for sign-up on ${date} at ${time}`
}

/** "Saturday, Nov 28, 12:00 PM CST": by the clocks at the place, with the name of their zone. */
export const fullMomentWords = (instant: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant)
