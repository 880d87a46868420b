import { describe, expect, it } from 'vitest'
import { nextWords } from '../../domain/home/when-words.ts'
import { hour } from '../../domain/time/spans.ts'

/** Friday, 4 PM in Austin. */
const now = Date.UTC(2026, 10, 20, 22)
const words = (startsAt: number, { viewerZone = 'America/Chicago', timeZone = 'America/Chicago' } = {}) =>
  nextWords({ startsAt, endsAt: startsAt + 2 * hour, timeZone }, { now, viewerZone, locale: 'en-US' })

describe('When the next game is', () => {
  it.each([
    [Date.UTC(2026, 10, 21, 0), 'Today, 6:00 PM'],
    [Date.UTC(2026, 10, 21, 13), 'Tomorrow, 7:00 AM'],
    [Date.UTC(2026, 10, 22, 5, 30), 'Tomorrow, 11:30 PM'],
    [Date.UTC(2026, 10, 26, 13), 'Thursday, 7:00 AM'],
    [Date.UTC(2026, 10, 27, 13), 'Fri, Nov 27, 7:00 AM'],
    [now - hour, 'On now, until 5:00 PM'],
    [now - 3 * hour, 'Today, 1:00 PM'],
  ])('at %i is told as "%s"', (startsAt, expected) => expect(words(startsAt)).toBe(expected))

  it('goes by the clocks there, and says whose they are where others run here', () => {
    const late = Date.UTC(2026, 10, 21, 5, 30)
    expect(words(late, { viewerZone: 'America/New_York' })).toBe('Today, 11:30 PM CST')
    expect(words(late, { timeZone: 'America/New_York' })).toBe('Tomorrow, 12:30 AM EST')
  })
})
