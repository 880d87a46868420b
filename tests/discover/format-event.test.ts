import { describe, expect, it } from 'vitest'
import type { DiscoverEvent } from '../../domain/discover/contract.ts'
import { formatHint, formatLevelRange } from '../../web/discover/format-event.ts'
import { formatSeatsLeft } from '../../web/home/compact-event-row.tsx'

describe('The levels of a game in a list', () => {
  it.each([
    ['chess', 3.5, 5, 'Intermediate to expert'],
    ['chess', 1.5, 2.5, 'New to intermediate'],
    ['chess', 2, 2, 'Beginner'],
    ['chess', null, 2.5, 'Up to intermediate'],
    ['chess', 2.5, null, 'Beginner and up'],
    ['chess', null, null, 'Any level'],
    ['tennis', 2, 3, '3.0 to 3.5'],
  ])('for %s from %s to %s are shown as "%s"', (activity, levelMin, levelMax, text) =>
    expect(formatLevelRange({ activity, levelMin, levelMax })).toBe(text),
  )
})

describe('The seats of a game in a list', () => {
  const formatSeats = (seats: Partial<DiscoverEvent>) => {
    const event = { capacity: 4, taken: 2, waiting: 0, hasSlots: false, mine: null, reasons: [], ...seats } as unknown as DiscoverEvent
    return [formatHint({ ...event, startsAt: 2, endsAt: 3 }, 1), formatSeatsLeft(event)]
  }
  it.each([
    [{}, ['Only 2 seats left', '2 left']],
    [{ waiting: 1 }, ['1 on the waitlist', 'Waitlist']],
    [{ waiting: 1, hasSlots: true }, ['Only 2 seats left', '2 left']],
    [{ taken: 4 }, ['Full', 'Full']],
    [{ taken: 4, waiting: 3 }, ['3 on the waitlist', 'Waitlist']],
    [{ taken: 4, waiting: 3, hasSlots: true }, ['3 on the waitlist', 'Waitlist']],
    [{ taken: 6 }, ['Full', 'Full']],
    [{ waiting: 1, reasons: ['youCanPlay' as const] }, ['1 on the waitlist', 'Waitlist']],
  ])('with %j are shown as %j', (seats, texts) => expect(formatSeats(seats)).toEqual(texts))

  it.each([
    [null, 'On now'],
    ['going' as const, 'You are in'],
  ])('during the game, with the viewer’s state %s, are shown as "%s"', (mine, text) => {
    const event = { capacity: 4, taken: 2, waiting: 0, startsAt: 1, endsAt: 3, reasons: [], mine } as unknown as DiscoverEvent
    expect(formatHint(event, 2)).toBe(text)
  })
})
