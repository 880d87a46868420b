import { describe, expect, it } from 'vitest'
import type { EventLive } from '../../domain/events/contract.ts'
import { mayTakeNow, seatCounts, standingOf } from '../../domain/events/standing.ts'
import { levelWords, momentWords, opensWords, ordinalOf, visibilityWords } from '../../domain/events/words.ts'
import { hour } from '../../domain/time/spans.ts'

describe('What a game’s page says', () => {
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
  ] as const)('levels of %s from %s to %s: %s', (activity, min, max, words) => expect(levelWords(activity, min, max)).toBe(words))

  it('who finds it', () => {
    expect(visibilityWords('public', 'Smashers')).toBe('Open to everyone')
    expect(visibilityWords('team', 'Smashers')).toBe('For Smashers')
    expect(visibilityWords('link', null)).toBe('Only with the link')
  })

  it('which place in line', () =>
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103].map(ordinalOf).join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 103rd'))

  it('a moment by the clocks at the place, with its date where the weekday does not say which', () => {
    const at = Date.UTC(2026, 10, 21, 1)
    const words = (now: number, timeZone = 'America/Chicago') => momentWords(at, { timeZone, now, locale: 'en-US' })
    expect(words(at - 60_000)).toBe('Friday 7 PM')
    expect(words(at - 10 * 24 * 60 * 60 * 1000)).toBe('Friday, November 20, 7 PM')
    expect(words(at, 'Asia/Kolkata')).toBe('Saturday 6:30 AM')
  })

  it('when it opens, by whose clocks where that is asked, and with the year where it is another', () => {
    const at = Date.UTC(2026, 10, 28, 15)
    const words = (now: number, more: object = {}) => opensWords(at, { timeZone: 'America/Chicago', now, locale: 'en-US', ...more })
    expect(words(at - 1)).toBe('opens for sign-up on Sat, Nov 28 at 9:00 AM CST')
    expect(words(at - 1, { isZoneNamed: false })).toBe('opens for sign-up on Sat, Nov 28 at 9:00 AM')
    expect(words(at - 1, { timeZone: 'America/New_York' })).toBe('opens for sign-up on Sat, Nov 28 at 10:00 AM EST')
    expect(words(Date.UTC(2025, 11, 1), { isZoneNamed: false })).toBe('opens for sign-up on Sat, Nov 28, 2026 at 9:00 AM')
    expect(words(at)).toBe('opens for sign-up any moment')
  })
})

const now = Date.UTC(2026, 10, 20)
const mine = { id: 'j', slotId: null, seats: 1, guests: [], answers: {}, position: null, offerExpiresAt: null, checkedInAt: null }
const live = (more: Partial<EventLive> = {}): EventLive => ({
  ...{ state: 'published', publishAt: null, version: 1, capacity: 4, taken: 2, waiting: 0, slots: [], joiners: [], mine: null },
  ...more,
})
const standing = (more: Partial<EventLive> = {}, startsIn = hour) =>
  standingOf({ startsAt: now + startsIn, endsAt: now + startsIn + hour, live: live(more) }, now)

describe('Where a person stands', () => {
  it('before a game that goes up at a time, as long as that can come', () => {
    expect(standing({ state: 'draft', publishAt: now + 1 })).toBe('scheduled')
    expect(standing({ state: 'draft', publishAt: now })).toBe('scheduled')
    expect(standing({ state: 'draft' })).toBe('draft')
    expect(standing({ state: 'draft', publishAt: now + hour })).toBe('draft')
    expect(standing({ state: 'draft', publishAt: now - hour }, 0)).toBe('draft')
  })

  it('open, full, or behind a line', () => {
    expect(standing()).toBe('open')
    expect(standing({ taken: 4 })).toBe('full')
    expect(standing({ waiting: 1 })).toBe('full')
    // With slots each has a line of its own, and one may be open while others wait for another.
    const slot = { id: 'a', name: 'A', capacity: 2, taken: 1, waiting: 1 }
    expect(standing({ waiting: 1, slots: [slot, { ...slot, id: 'b', waiting: 0 }] })).toBe('open')
    expect(standing({ waiting: 1, slots: [slot, { ...slot, id: 'b', taken: 2, waiting: 0 }] })).toBe('full')
    expect(standing({ waiting: 2, slots: [slot, { ...slot, id: 'b' }] })).toBe('full')
  })

  it('their own part, and the game’s end before it', () => {
    for (const state of ['asked', 'going', 'waiting'] as const) expect(standing({ mine: { ...mine, state } })).toBe(state)
    expect(standing({ mine: { ...mine, state: 'offered', offerExpiresAt: now + 1 } })).toBe('offered')
    // An offer that ran out is none, though the page has not heard of it yet.
    expect(standing({ mine: { ...mine, state: 'offered', offerExpiresAt: now } })).toBe('open')
    expect(standing({}, -1)).toBe('begun')
    expect(standing({ mine: { ...mine, state: 'going' } }, -1)).toBe('going')
    expect(standing({ mine: { ...mine, state: 'going' } }, -hour)).toBe('over')
    expect(standing({ state: 'cancelled', mine: { ...mine, state: 'going' } })).toBe('cancelled')
  })

  it('seats as a picture: mine are not counted among the others’', () => {
    expect(seatCounts(live({ taken: 3, waiting: 2, mine: { ...mine, state: 'going', seats: 2 } }))).toEqual({
      taken: 1,
      mine: 2,
      open: 1,
      waiting: 2,
    })
    expect(seatCounts(live({ taken: 3, mine: { ...mine, state: 'waiting' } }))).toEqual({ taken: 3, mine: 0, open: 1, waiting: 0 })
  })

  it('a free seat is for the first in line, if the whole party fits', () => {
    const first = { ...mine, state: 'waiting' as const, position: 1 }
    expect(mayTakeNow(live({ taken: 3, mine: first }))).toBe(true)
    expect(mayTakeNow(live({ taken: 3, mine: { ...first, seats: 2 } }))).toBe(false)
    expect(mayTakeNow(live({ taken: 3, mine: { ...first, position: 2 } }))).toBe(false)
    expect(mayTakeNow(live({ taken: 4, mine: first }))).toBe(false)
  })
})
