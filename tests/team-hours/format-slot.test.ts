import { describe, expect, it } from 'vitest'
import { formatBestSlot, formatClockRange } from '../../domain/team-hours/format-slot.ts'

describe('A time of the week in words', () => {
  it('says when, and how many can play', () => {
    const slot = { weekday: 'tuesday', startTime: '18:00', date: '2027-06-08', count: 9 } as const
    expect(formatBestSlot(slot, 14, 'en-US')).toBe('Tuesdays 6–8 PM: 9 of 14 can play')
  })

  it.each([
    ['18:00', '20:00', '6–8 PM'],
    ['11:00', '13:00', '11 AM–1 PM'],
    ['18:30', '20:30', '6:30–8:30 PM'],
    ['22:00', '24:00', '10 PM–12 AM'],
    ['23:00', '01:00', '11 PM–1 AM'],
    ['10:30', '12:30', '10:30 AM–12:30 PM'],
  ])('names %s to %s as %s', (start, end, words) => {
    expect(formatClockRange(start, end, 'en-US')).toBe(words)
  })

  it('uses the clock of the language', () => {
    expect(formatClockRange('18:00', '20:00', 'en-GB')).toBe('18–20')
    expect(formatClockRange('18:30', '20:30', 'de-DE')).toBe('18:30–20:30')
  })
})
