import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { writeTimeZone } from '../../domain/calendar/write-time-zone.ts'
import { expandFeed } from '../../domain/external-teams/expand-feed.ts'
import { readFeed } from '../../domain/external-teams/read-feed.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'

const runs = env.SOAK === 'full' ? 2000 : 120

const zones = ['America/New_York', 'Australia/Sydney', 'Asia/Kolkata', 'Pacific/Pago_Pago', 'Pacific/Kiritimati', 'Europe/London'] as const
const weekdayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

/** The first days of windows around the changes of clocks in March, April, October and November. */
const windows = [Date.UTC(2026, 9, 1), Date.UTC(2026, 10, 22), Date.UTC(2027, 2, 1)]
const windowLength = 26 * 7 * day

const Series = fc.record({
  zone: fc.constantFrom(...zones),
  window: fc.constantFrom(...windows),
  /** Days from the first day of the window to the first date of the series. */
  firstDay: fc.integer({ min: -300, max: 60 }),
  // Clocks change between midnight and 3 AM. The rules for times that they skip are tested by examples.
  minuteOfDay: fc.integer({ min: 3 * 60, max: 24 * 60 - 1 }),
  every: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY'),
  interval: fc.integer({ min: 1, max: 4 }),
  weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
  count: fc.option(fc.integer({ min: 1, max: 60 })),
  minutes: fc.integer({ min: 15, max: 300 }),
  excluded: fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 3 }),
})
type Series = typeof Series extends fc.Arbitrary<infer Value> ? Value : never

const wallText = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '')

/** Walks from day to day and asks of each whether the rule names it. Times are on the clock of the zone. */
function listWalls({ window, firstDay, minuteOfDay, every, interval, weekdays, count }: Series): number[] {
  const first = window + firstDay * day
  const last = window + windowLength + 2 * day
  const weekdayOf = (at: number) => new Date(at).getUTCDay()
  const mondayOf = (at: number) => at - ((weekdayOf(at) + 6) % 7) * day
  const monthsOf = (at: number) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth()
  const isNamed = (at: number): boolean => {
    if (every === 'DAILY') return ((at - first) / day) % interval === 0 && (weekdays.length === 0 || weekdays.includes(weekdayOf(at)))
    if (every === 'WEEKLY') {
      const isDay = weekdays.length === 0 ? weekdayOf(at) === weekdayOf(first) : weekdays.includes(weekdayOf(at))
      return isDay && ((mondayOf(at) - mondayOf(first)) / (7 * day)) % interval === 0
    }
    const isDay = weekdays.length === 0 ? new Date(at).getUTCDate() === new Date(first).getUTCDate() : weekdays.includes(weekdayOf(at))
    return isDay && (monthsOf(at) - monthsOf(first)) % interval === 0
  }
  const walls: number[] = []
  for (let at = first; at <= last && walls.length < (count ?? Number.POSITIVE_INFINITY); at += day) {
    if (isNamed(at)) walls.push(at + minuteOfDay * minute)
  }
  return walls
}

/** The instant of a local time, found by trying every quarter of an hour around it. */
function findInstant(wall: number, zone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const text = new Date(wall).toISOString().slice(0, 19).replace('T', ' ')
  for (let offset = 14 * hour; offset >= -12 * hour; offset -= hour / 4) if (format.format(wall - offset) === text) return wall - offset
  throw new Error(`${text} does not exist in ${zone}`)
}

function writeFeed(series: Series): string {
  const { zone, window, firstDay, minuteOfDay, every, interval, weekdays, count, minutes, excluded } = series
  const walls = listWalls(series)
  const start = window + firstDay * day + minuteOfDay * minute
  const rule = [
    `FREQ=${every}`,
    `INTERVAL=${interval}`,
    ...(weekdays.length > 0 ? [`BYDAY=${weekdays.map((index) => weekdayCodes[index]).join(',')}`] : []),
    ...(count === null ? [] : [`COUNT=${count}`]),
  ]
  return [
    'BEGIN:VCALENDAR',
    ...writeTimeZone(zone, start, window + windowLength),
    'BEGIN:VEVENT',
    'UID:series',
    `DTSTART;TZID=${zone}:${wallText(start)}`,
    `DURATION:PT${minutes}M`,
    `RRULE:${rule.join(';')}`,
    ...excluded.flatMap((index) => (walls[index] === undefined ? [] : [`EXDATE;TZID=${zone}:${wallText(walls[index])}`])),
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
}

/** A series whose first date follows its rule. For others, RFC 5545 does not say which dates there are. */
const startsByRule = (series: Series) => listWalls(series)[0] === series.window + series.firstDay * day + series.minuteOfDay * minute

const inWindow = ({ window, minutes }: Series, startsAt: number) => startsAt < window + windowLength && startsAt + minutes * minute > window

const expand = (series: Series) => {
  const feed = readFeed(writeFeed(series))
  if (!feed) throw new Error('We cannot read our own feed')
  return expandFeed(feed, 'UTC', { start: series.window, end: series.window + windowLength })
}

describe('Random repeating games', () => {
  it('have the dates that a slow model finds day by day', () => {
    let dates = 0
    fc.assert(
      fc.property(Series.filter(startsByRule), (series) => {
        const expected = listWalls(series)
          .filter((_, index) => !series.excluded.includes(index))
          .map((wall) => findInstant(wall, series.zone))
          .filter((startsAt) => inWindow(series, startsAt))
        const { games, skipped } = expand(series)
        expect(skipped).toBe(0)
        expect(games.map(({ startsAt }) => startsAt)).toEqual(expected)
        expect(games.every(({ startsAt, endsAt }) => endsAt - startsAt === series.minutes * minute)).toBe(true)
        dates += games.length
      }),
      { numRuns: runs },
    )
    expect(dates).toBeGreaterThan(runs)
  })

  it('have the dates that ical.js finds', () => {
    fc.assert(
      fc.property(Series.filter(startsByRule), (series) => {
        const calendar = new ICAL.Component(ICAL.parse(writeFeed(series)))
        for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
        const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
        const expected: number[] = []
        const dates = event.iterator()
        for (let next = dates.next(); next; next = dates.next()) {
          const startsAt = next.toUnixTime() * 1000
          if (startsAt >= series.window + windowLength) break
          if (inWindow(series, startsAt)) expected.push(startsAt)
        }
        ICAL.TimezoneService.reset()
        expect(expand(series).games.map(({ startsAt }) => startsAt)).toEqual(expected)
      }),
      { numRuns: runs },
    )
  })
})
