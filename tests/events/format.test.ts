import { describe, expect, it } from 'vitest'
import type { EventLive } from '../../domain/events/contract.ts'
import { formatDeadline, formatLevels, formatOpening, formatOrdinal, formatVisibility } from '../../domain/events/format.ts'
import { canTakeSeatNow, countSeats, viewerStateOf } from '../../domain/events/viewer-state.ts'
import { hour } from '../../domain/time/spans.ts'

describe('A game’s page shows', () => {
  it.each([
    ['pickleball', 2, 3, 'Level 3.0 to 3.5'],
    ['pickleball', 3, 3, 'Level 3.5'],
    ['tennis', 3, null, 'Level 3.5 and up'],
    ['tennis', null, 3, 'Up to level 3.5'],
    ['soccer', 2, 4, 'Beginner to advanced'],
    ['soccer', 3, null, 'Intermediate and up'],
    ['soccer', null, 2.5, 'Up to intermediate'],
    ['soccer', 1.5, 2.5, 'New to intermediate'],
    ['chess', null, null, 'All levels'],
  ] as const)('the levels of %s from %s to %s as "%s"', (activity, min, max, text) => expect(formatLevels(activity, min, max)).toBe(text))

  it('who can join', () => {
    expect(formatVisibility('public', 'Smashers')).toBe('Open to everyone')
    expect(formatVisibility('team', 'Smashers')).toBe('Members of Smashers')
    expect(formatVisibility('link', null)).toBe('Anyone with the link')
  })

  it('the position on the waitlist', () =>
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103].map(formatOrdinal).join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 103rd'))

  it('a deadline in the venue’s time zone, with its date if the weekday is not enough', () => {
    const at = Date.UTC(2026, 10, 21, 1)
    const format = (now: number, timeZone = 'America/Chicago') => formatDeadline(at, { timeZone, now, locale: 'en-US' })
    expect(format(at - 60_000)).toBe('Friday 7 PM')
    expect(format(at - 10 * 24 * 60 * 60 * 1000)).toBe('Friday, November 20, 7 PM')
    expect(format(at, 'Asia/Kolkata')).toBe('Saturday 6:30 AM')
    expect(format(at - 330 * 24 * 60 * 60 * 1000)).toBe('Friday, November 20, 2026, 7 PM')
  })

  it('a deadline at midnight as the end of the day before', () => {
    const at = Date.UTC(2026, 10, 25, 6)
    const format = (now: number) => formatDeadline(at, { timeZone: 'America/Chicago', now, locale: 'en-US' })
    expect(format(at - 60_000)).toBe('the end of Tuesday')
    expect(format(at - 10 * 24 * 60 * 60 * 1000)).toBe('the end of Tuesday, November 24')
  })

  it('when it opens, with the zone if asked for, and with the year if it is not this year', () => {
    const at = Date.UTC(2026, 10, 28, 15)
    const format = (now: number, more: object = {}) => formatOpening(at, { timeZone: 'America/Chicago', now, locale: 'en-US', ...more })
    expect(format(at - 1)).toBe('opens for sign-up on Sat, Nov 28 at 9:00 AM CST')
    expect(format(at - 1, { showsZone: false })).toBe('opens for sign-up on Sat, Nov 28 at 9:00 AM')
    expect(format(at - 1, { timeZone: 'America/New_York' })).toBe('opens for sign-up on Sat, Nov 28 at 10:00 AM EST')
    expect(format(Date.UTC(2025, 11, 1), { showsZone: false })).toBe('opens for sign-up on Sat, Nov 28, 2026 at 9:00 AM')
    expect(format(at)).toBe('opens for sign-up any moment')
  })
})

const now = Date.UTC(2026, 10, 20)
const mine = {
  id: 'j',
  slotId: null,
  seats: 1,
  tierId: null,
  guests: [],
  answers: {},
  position: null,
  offerExpiresAt: null,
  checkedInAt: null,
  ticketCode: null,
}
const live = (more: Partial<EventLive> = {}): EventLive => ({
  ...{ state: 'published', publishAt: null, version: 1, capacity: 4, taken: 2, held: 0, waiting: 0, slots: [], joiners: [], waitlist: [] },
  ...{ mine: null, isRefused: false, transferSent: null, transferReceived: null },
  ...more,
})
const stateOf = (more: Partial<EventLive> = {}, startsIn = hour) =>
  viewerStateOf({ startsAt: now + startsIn, endsAt: now + startsIn + hour, joinsAt: null, isHost: false, live: live(more) }, now)

describe('The state of a game for a viewer', () => {
  it('is "scheduled" only if the game will be published before it starts', () => {
    expect(stateOf({ state: 'draft', publishAt: now + 1 })).toBe('scheduled')
    expect(stateOf({ state: 'draft', publishAt: now })).toBe('scheduled')
    expect(stateOf({ state: 'draft' })).toBe('draft')
    expect(stateOf({ state: 'draft', publishAt: now + hour })).toBe('draft')
    expect(stateOf({ state: 'draft', publishAt: now - hour }, 0)).toBe('draft')
  })

  it('is "early" until joining opens, for everyone but hosts and people in the game', () => {
    const at = (joinsAt: number, isHost = false, state: 'going' | null = null) =>
      viewerStateOf(
        { startsAt: now + hour, endsAt: now + 2 * hour, joinsAt, isHost, live: live({ mine: state && { ...mine, state } }) },
        now,
      )
    expect([at(now + 1), at(now), at(now + 1, true), at(now + 1, false, 'going')]).toEqual(['early', 'open', 'open', 'going'])
  })

  it('is "open" or "full", and "full" while others wait for the free seats', () => {
    expect(stateOf()).toBe('open')
    expect(stateOf({ taken: 4 })).toBe('full')
    expect(stateOf({ waiting: 1 })).toBe('full')
    // Each slot has its own waitlist, so one slot can be open while people wait for another.
    const slot = { id: 'a', name: 'A', capacity: 2, taken: 1, waiting: 1 }
    expect(stateOf({ waiting: 1, slots: [slot, { ...slot, id: 'b', waiting: 0 }] })).toBe('open')
    expect(stateOf({ waiting: 1, slots: [slot, { ...slot, id: 'b', taken: 2, waiting: 0 }] })).toBe('full')
    expect(stateOf({ waiting: 2, slots: [slot, { ...slot, id: 'b' }] })).toBe('full')
  })

  it('is "refused" if the hosts removed or refused the viewer, until the game starts', () => {
    expect(stateOf({ isRefused: true })).toBe('refused')
    expect(stateOf({ isRefused: true, taken: 4 })).toBe('refused')
    expect(stateOf({ isRefused: true, state: 'cancelled' })).toBe('cancelled')
    expect(stateOf({ isRefused: true }, -1)).toBe('begun')
  })

  it('is the viewer’s own state, unless the game is over or cancelled', () => {
    for (const state of ['asked', 'going', 'waiting'] as const) expect(stateOf({ mine: { ...mine, state } })).toBe(state)
    expect(stateOf({ mine: { ...mine, state: 'offered', offerExpiresAt: now + 1 } })).toBe('offered')
    // An expired offer no longer counts, even if the page has not been updated yet.
    expect(stateOf({ mine: { ...mine, state: 'offered', offerExpiresAt: now } })).toBe('open')
    expect(stateOf({}, -1)).toBe('begun')
    expect(stateOf({ mine: { ...mine, state: 'going' } }, -1)).toBe('going')
    expect(stateOf({ mine: { ...mine, state: 'going' } }, -hour)).toBe('over')
    expect(stateOf({ state: 'cancelled', mine: { ...mine, state: 'going' } })).toBe('cancelled')
  })

  it('counts the viewer’s own seats apart from those of others', () => {
    expect(countSeats(live({ taken: 3, mine: { ...mine, state: 'going', seats: 2 } }))).toEqual({ taken: 1, ownSeats: 2, open: 1 })
    expect(countSeats(live({ taken: 3, mine: { ...mine, state: 'waiting' } }))).toEqual({ taken: 3, ownSeats: 0, open: 1 })
  })

  it('lets the first person on the waitlist take a free seat if all their guests fit too', () => {
    const first = { ...mine, state: 'waiting' as const, position: 1 }
    expect(canTakeSeatNow(live({ taken: 3, mine: first }))).toBe(true)
    expect(canTakeSeatNow(live({ taken: 3, mine: { ...first, seats: 2 } }))).toBe(false)
    expect(canTakeSeatNow(live({ taken: 3, mine: { ...first, position: 2 } }))).toBe(false)
    expect(canTakeSeatNow(live({ taken: 4, mine: first }))).toBe(false)
  })
})
