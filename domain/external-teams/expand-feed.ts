import { dateText } from '../time/clock.ts'
import { day, hour, type Interval } from '../time/spans.ts'
import { maxExternalGames } from './contract.ts'
import { createRuleExpander } from './expand-rule.ts'
import { type FeedTime, wallToInstant } from './feed-times.ts'
import type { Feed, FeedEntry } from './read-feed.ts'
import { maxExternalGameLength } from './rules.ts'

/** One date of a calendar. The same `uid` and `occurrence` mean the same date each time the calendar is read. */
export type FeedGame = {
  uid: string
  occurrence: string
  title: string
  place: string
  startsAt: number
  endsAt: number
  /** The days of an entry without times. `lastDate` is its last day. */
  firstDate: string | null
  lastDate: string | null
  isCancelled: boolean
  /** Whether its owner is busy then. */
  isBusy: boolean
}

export type ExpandedFeed = { games: FeedGame[]; skipped: number; isCut: boolean }

/** Of a game without an end. */
const defaultLength = hour

/**
 * Lists the dates of a calendar that end after `window.start` and start before `window.end`, in order. `zone` is for times without a
 * zone. Rules are repeated in the zone of the entry, so a game at 7 PM stays at 7 PM when the clocks change.
 */
export function expandFeed({ entries, skipped }: Feed, zone: string, window: Interval): ExpandedFeed {
  const series = Map.groupBy(entries, ({ uid }) => uid)
  const expandRule = createRuleExpander()
  const games: FeedGame[] = []
  let unread = skipped
  for (const [uid, parts] of series) {
    const found = expandSeries(uid, parts, zone, window, expandRule)
    games.push(...found.games)
    unread += found.skipped
  }
  const inWindow = games
    .filter(({ startsAt, endsAt }) => startsAt < window.end && endsAt > window.start && endsAt - startsAt <= maxExternalGameLength)
    .sort((a, b) => a.startsAt - b.startsAt || compareText(a.uid, b.uid) || compareText(a.occurrence, b.occurrence))
  return { games: inWindow.slice(0, maxExternalGames), skipped: unread, isCut: inWindow.length > maxExternalGames }
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

type ExpandRule = ReturnType<typeof createRuleExpander>

function expandSeries(uid: string, parts: readonly FeedEntry[], zone: string, window: Interval, expandRule: ExpandRule) {
  // Of several versions of the same entry the newest counts.
  const newest = new Map<string, FeedEntry>()
  for (const part of parts) {
    const key = part.replaces ? keyOf(part.replaces, zone) : ''
    if (part.sequence >= (newest.get(key)?.sequence ?? Number.NEGATIVE_INFINITY)) newest.set(key, part)
  }
  const main = newest.get('')
  newest.delete('')
  const games = new Map<string, FeedGame>()
  let skipped = 0
  if (main) {
    const starts = listStarts(main, zone, window, expandRule)
    if (!starts) skipped += 1
    for (const start of starts ?? []) games.set(keyOf(start, zone), toGame(uid, main, start, keyOf(start, zone), zone))
  }
  for (const [key, changed] of newest) games.set(key, toGame(uid, changed, changed.start, key, zone))
  return { games: [...games.values()], skipped }
}

/** The starts of an entry around the window. Null if we cannot read its rule. */
function listStarts(entry: FeedEntry, zone: string, window: Interval, expandRule: ExpandRule): FeedTime[] | null {
  const { start, rule, extraTimes, excludedTimes } = entry
  const zoneOfRule = start.zone ?? zone
  const isNear = ({ wall }: FeedTime) => wall < window.end + 2 * day && wall > window.start - maxExternalGameLength - 2 * day
  let starts = [start, ...extraTimes].filter(isNear)
  if (rule !== null) {
    // The clock of a zone is less than a day away from UTC.
    const from = Math.max(start.wall - day, window.start - maxExternalGameLength - 2 * day)
    const walls = expandRule(
      { rule, start: start.wall, isDate: start.isDate, zone: zoneOfRule },
      { start: from, end: window.end + 2 * day },
    )
    if (!walls) return null
    starts = [...walls.map((wall) => ({ ...start, wall })), ...extraTimes.filter(isNear)]
  }
  if (excludedTimes.length === 0) return starts
  const excluded = new Set(excludedTimes.filter(isNear).map((time) => keyOf(time, zone)))
  return starts.filter((time) => !excluded.has(keyOf(time, zone)) && !excluded.has(dateText(Math.floor(time.wall / day))))
}

/** A date, or an instant in UTC, so that the same time in two zones has the same key. */
const keyOf = (time: FeedTime, zone: string): string =>
  time.isDate ? dateText(Math.floor(time.wall / day)) : new Date(wallToInstant(time.wall, time.zone ?? zone)).toISOString()

function toGame(uid: string, entry: FeedEntry, start: FeedTime, occurrence: string, zone: string): FeedGame {
  const { title, place, isCancelled, isFree } = entry
  const common = { uid, occurrence, title: title || 'Game', place, isCancelled, isBusy: !isCancelled && !isFree }
  if (start.isDate) {
    const firstDay = Math.floor(start.wall / day)
    const days = Math.max(1, Math.round(lengthOnClock(entry) / day))
    return {
      ...common,
      startsAt: wallToInstant(firstDay * day, zone),
      endsAt: wallToInstant((firstDay + days) * day, zone),
      firstDate: dateText(firstDay),
      lastDate: dateText(firstDay + days - 1),
    }
  }
  const startsAt = wallToInstant(start.wall, start.zone ?? zone)
  return { ...common, startsAt, endsAt: startsAt + exactLength(entry, zone), firstDate: null, lastDate: null }
}

/** How many days an entry without times has. */
const lengthOnClock = ({ start, end, duration }: FeedEntry): number => (end?.isDate ? end.wall - start.wall : (duration ?? day))

/** How long an entry takes. RFC 5545 gives each date of a series the same exact length. */
function exactLength({ start, end, duration }: FeedEntry, zone: string): number {
  if (!end) return duration ?? defaultLength
  const instant = (time: FeedTime) => wallToInstant(time.wall, time.zone ?? zone)
  const length = instant(end) - instant(start)
  return length > 0 ? length : defaultLength
}
