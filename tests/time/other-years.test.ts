import { afterEach, describe, expect, it, vi } from 'vitest'
import { listChips } from '../../domain/ask/list-chips.ts'
import { noAskFilters } from '../../domain/ask/search-path.ts'
import { formatDeadline, formatOpening } from '../../domain/events/format.ts'
import { formatShortDate } from '../../domain/events/format-dates.ts'
import { formatFullMoment, formatWhen, formatWhenAndWhere } from '../../domain/events/format-when.ts'
import { formatNextStart } from '../../domain/home/format-next-start.ts'
import { formatEventTime } from '../../domain/time/format-event-time.ts'
import { hour } from '../../domain/time/spans.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { formatDate } from '../../web/availability/format-time.ts'
import { formatDates } from '../../web/discover/format-dates.ts'
import { formatNextDates, formatRanked, formatEventTime as formatShortTime } from '../../web/discover/format-event.ts'
import { formatLongDate, formatShortDate as formatTypedDate } from '../../web/events/form/format-event-form.ts'
import { formatDayAndTime } from '../../web/events/format-event.ts'
import { formatMoment } from '../../web/events/manage/format-managed-event.ts'
import { groupByDay } from '../../web/notifications/group-by-day.ts'
import { seatOffer } from '../../worker/mail/templates/seat-offer.tsx'

const timeZone = 'America/Chicago'
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const gameAt = (at: number) => ({ startsAt: at, endsAt: at + 2 * hour, timeZone })

/** Every way in which a screen, an email or a notification writes a date. */
const formats: [name: string, format: (at: number, now: number) => string | null | undefined][] = [
  ['a date', (at, now) => writeDate(at, { now }, { month: 'short', day: 'numeric' })],
  ['a date in a series', (at, now) => formatShortDate(at, { timeZone, now })],
  ['a full moment', (at, now) => formatFullMoment(at, { timeZone, now })],
  ['when a game is', (at, now) => formatWhen(gameAt(at), now)],
  ['when and where a game is', (at, now) => formatWhenAndWhere({ ...gameAt(at), placeName: 'Oak Courts' }, now)],
  ['a deadline', (at, now) => formatDeadline(at, { timeZone, now })],
  ['when a game opens', (at, now) => (at > now ? formatOpening(at, { timeZone, now }) : undefined)],
  ['the next game', (at, now) => formatNextStart(gameAt(at), { now, viewerZone: timeZone })],
  ['the page of a game', (at, now) => formatEventTime({ ...gameAt(at), venueZone: timeZone, viewerZone: timeZone, now }).day],
  ['a game beside its badge', (at, now) => formatDayAndTime(gameAt(at), now)],
  ['a game in a list', (at, now) => formatShortTime(gameAt(at), now)],
  ['the end of a ranking', (at, now) => formatRanked({ count: 2, until: { startsAt: at, timeZone } }, now)],
  ['the other dates of a series', (at, now) => formatNextDates({ nextDates: [at], timeZone }, now)],
  ['a first day', (at) => formatDates({ from: dateOf(at), to: null })],
  ['a last day', (at) => formatDates({ from: null, to: dateOf(at) })],
  ['one day', (at) => formatDates({ from: dateOf(at), to: dateOf(at) })],
  ['days', (at, now) => formatDates({ from: dateOf(Math.min(at, now)), to: dateOf(Math.max(at, now)) })],
  ['a question', (at, now) => listChips({ ...noAskFilters, from: dateOf(at), to: dateOf(at) }, dateOf(now))[0]?.label],
  ['a day of the form', (at) => formatTypedDate(dateOf(at))],
  ['a day in the picker', (at) => formatLongDate(dateOf(at))],
  ['a moment for hosts', (at, now) => formatMoment(at, timeZone, now)],
  ['a day with its own hours', (at, now) => formatDate(dateOf(at), dateOf(now))],
  ['a day of notifications', (at, now) => groupByDay([{ createdAt: at } as never], new Date(now))[0]?.label],
  [
    'a seat offer',
    (at, now) => seatOffer.preview({ ...seatOffer.sample, timeZone, startsAt: at, expiresAt: at, offeredAt: now }, {} as never),
  ],
]

const december = Date.UTC(2026, 11, 12, 18)
const january = Date.UTC(2027, 0, 20, 18)

describe.each(formats)('The date of %s', (_, format) => {
  afterEach(() => vi.useRealTimers())
  const write = (at: number, now: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now })
    return format(at, now)
  }

  it('has its year if that is not the current one, and only then', () => {
    const [fromDecember, fromJanuary] = [write(january, december), write(december, january)]
    if (fromDecember !== undefined) expect(fromDecember).toContain('2027')
    if (fromJanuary !== undefined) expect(fromJanuary).toContain('2026')
    expect(write(january, Date.UTC(2027, 5, 20)) ?? '').not.toContain('2027')
  })
})

it('The current year is that of the place, not that of the server', () => {
  // Eleven in the evening of December 31 in Austin.
  const now = Date.UTC(2027, 0, 1, 5)
  const write = (at: number) => writeDate(at, { timeZone, now, locale: 'en-US' }, { month: 'short', day: 'numeric' })
  expect(write(Date.UTC(2027, 0, 1, 18))).toBe('Jan 1, 2027')
  expect(write(now)).toBe('Dec 31')
})
