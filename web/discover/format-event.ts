import type { DiscoverEvent, Ranked } from '../../domain/discover/contract.ts'
import { countOpenSeatsOnCard } from '../../domain/events/viewer-state.ts'
import { formatLevel, ratingOf } from '../../domain/profiles/levels.ts'
import { dayNumberOf } from '../../domain/time/clock.ts'
import { nameNearDay } from '../../domain/time/name-near-day.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { writeDate, writeTime } from '../../domain/time/write-time.ts'

const getOwnTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
const timeFormat = { hour: 'numeric', minute: '2-digit' } as const

/** "7:00 AM" in the time zone of the game, with its name if the viewer has another one. */
export const formatClock = ({ startsAt, timeZone }: Pick<DiscoverEvent, 'startsAt' | 'timeZone'>): string => {
  const isElsewhere = writeTime(startsAt, timeZone, timeFormat) !== writeTime(startsAt, getOwnTimeZone(), timeFormat)
  return writeTime(startsAt, timeZone, isElsewhere ? { ...timeFormat, timeZoneName: 'short' } : timeFormat)
}

/** "Sat 7:00 AM" in the time zone of the game. Later than this week with the date; in another time zone with its name. */
export function formatEventTime({ startsAt, timeZone }: Pick<DiscoverEvent, 'startsAt' | 'timeZone'>, now: number): string {
  const dayOf = (at: number) => dayNumberOf(instantToLocal(at, timeZone).date) ?? 0
  const days = dayOf(startsAt) - dayOf(now)
  const writeDay = () =>
    days >= 0 && days < 7
      ? writeTime(startsAt, timeZone, { weekday: 'short' })
      : writeDate(startsAt, { timeZone, now }, { weekday: 'short', month: 'short', day: 'numeric' })
  const nearDay = nameNearDay(startsAt, { now, timeZone, viewerZone: getOwnTimeZone() })
  return `${nearDay ?? writeDay()} ${formatClock({ startsAt, timeZone })}`
}

const formatShortDate = ({ startsAt, timeZone }: { startsAt: number; timeZone: string }, now: number) =>
  writeDate(startsAt, { timeZone, now }, { month: 'short', day: 'numeric' })

/** What a list with the best games first compares. */
export const formatRanked = ({ count, until }: Ranked, now: number): string =>
  until === null
    ? `The best of all ${count} games come first.`
    : `The best of the next ${count} games, until ${formatShortDate(until, now)}, come first. Later games follow.`

type Series = { nextDates: readonly number[]; timeZone: string }

/** "Also Nov 28, Dec 5, Dec 12 and 2 more". `count` is the number of all dates, if it is known. */
export function formatNextDates({ nextDates, timeZone }: Series, now: number, count?: number): string {
  const more = count === undefined ? 0 : count - 1 - nextDates.length
  const dates = nextDates.map((startsAt) => formatShortDate({ startsAt, timeZone }, now)).join(', ')
  return `Also ${dates}${more > 0 ? ` and ${more} more` : ''}`
}

/** "3.0 to 3.5", "Beginner to intermediate", "Any level". */
export function formatLevelRange({ activity, levelMin, levelMax }: Pick<DiscoverEvent, 'activity' | 'levelMin' | 'levelMax'>): string {
  if (levelMin === null && levelMax === null) return 'Any level'
  // Half a level lies between two labels: the start of a range rounds down, its end rounds up.
  const formatLimit = (level: number, round: (level: number) => number) => ratingOf(activity, level) ?? formatLevel(activity, round(level))
  if (levelMin === null) return `Up to ${formatLimit(levelMax ?? 5, Math.ceil).toLowerCase()}`
  if (levelMax === null) return `${formatLimit(levelMin, Math.floor)} and up`
  const [min, max] = [formatLimit(levelMin, Math.floor), formatLimit(levelMax, Math.ceil)]
  return min === max ? min : `${min} to ${max.toLowerCase()}`
}

export const formatMiles = (miles: number | null): string | null =>
  miles === null ? null : miles < 1 ? 'under a mile' : `about ${Math.round(miles)} mi`

const maxSeatsInHint = 3

/** The most useful fact about a game for the viewer, such as "You are in" or "Only 2 seats left". */
export function formatHint(event: DiscoverEvent, now: number): string {
  const { mine, waiting, reasons } = event
  const seatsLeft = countOpenSeatsOnCard(event)
  if (event.endsAt <= now) return mine === 'going' ? 'You were in' : ''
  if (mine === 'going') return 'You are in'
  if (event.startsAt <= now) return 'On now'
  if (mine === 'waiting' || mine === 'asked') return mine === 'asked' ? 'You asked to join' : 'You are on the waitlist'
  if (mine === 'offered') return 'A seat is held for you'
  if (mine === 'paying') return 'Your seat is held while you pay'
  if (seatsLeft === 0) return waiting > 0 ? `${waiting} on the waitlist` : 'Full'
  if (reasons.includes('youCanPlay')) return 'Fits your availability'
  if (reasons.includes('yourLevel')) return 'Matches your level'
  if (seatsLeft <= maxSeatsInHint) return `Only ${seatsLeft} ${seatsLeft === 1 ? 'seat' : 'seats'} left`
  return ''
}
