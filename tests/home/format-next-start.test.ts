import { describe, expect, it } from 'vitest'
import { formatNextStart } from '../../domain/home/format-next-start.ts'
import { hour } from '../../domain/time/spans.ts'

/** Friday, 4 PM in Austin. */
const now = Date.UTC(2026, 10, 20, 22)
const format = (startsAt: number, { viewerZone = 'America/Chicago', timeZone = 'America/Chicago' } = {}) =>
  formatNextStart({ startsAt, endsAt: startsAt + 2 * hour, timeZone }, { now, viewerZone, locale: 'en-US' })

describe('The time of the next game', () => {
  it.each([
    [Date.UTC(2026, 10, 21, 0), 'Today, 6:00 PM'],
    [Date.UTC(2026, 10, 21, 13), 'Tomorrow, 7:00 AM'],
    [Date.UTC(2026, 10, 22, 5, 30), 'Tomorrow, 11:30 PM'],
    [Date.UTC(2026, 10, 26, 13), 'Thursday, 7:00 AM'],
    [Date.UTC(2026, 10, 27, 13), 'Fri, Nov 27, 7:00 AM'],
    [Date.UTC(2027, 0, 8, 13), 'Fri, Jan 8, 2027, 7:00 AM'],
    [now - hour, 'On now, until 5:00 PM'],
    [now - 3 * hour, 'Today, 1:00 PM'],
  ])('%i is shown as "%s"', (startsAt, expected) => expect(format(startsAt)).toBe(expected))

  it('is in the time zone of the place, which is named if the viewer has another one', () => {
    const late = Date.UTC(2026, 10, 21, 5, 30)
    // It is Saturday for one of the two clocks, so the day has its name.
    expect(format(late, { viewerZone: 'America/New_York' })).toBe('Friday, 11:30 PM CST')
    expect(format(late, { timeZone: 'America/New_York' })).toBe('Saturday, 12:30 AM EST')
    const evening = Date.UTC(2026, 10, 21, 1)
    expect(format(evening, { viewerZone: 'America/New_York' })).toBe('Today, 7:00 PM CST')
  })
})
