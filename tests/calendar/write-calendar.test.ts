import { describe, expect, it } from 'vitest'
import type { CalendarEvent } from '../../domain/calendar/contract.ts'
import { writeCalendar } from '../../domain/calendar/write-calendar.ts'
import { oneGame, phoenixCancelled, sydneySeries } from './golden.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const settings = { now: at('2026-11-15T08:00'), name: 'Maya’s games' }
const game: CalendarEvent = {
  id: '0193a1b2-7c3d-7000-8000-000000000001',
  sequence: 2,
  title: 'Open play, level 3; all welcome',
  description: 'Bring water.\r\nCourts 3 and 4, by the north gate: Zoë und Jürgen haben die Bälle. 🏓🏓🏓 C:\\courts',
  url: 'https://play.example.com/evt/0193a1b2-7c3d-7000-8000-000000000001',
  place: 'Northside Courts, 3 and 4',
  lat: 40.7128,
  lng: -74.006,
  timeZone: 'America/New_York',
  startsAt: at('2026-11-21T12:00'),
  endsAt: at('2026-11-21T14:00'),
  isCancelled: false,
  updatedAt: at('2026-11-14T20:00'),
}
const minimalGame: CalendarEvent = { ...game, title: 'Night doubles', description: '', url: '', place: '', lat: null, lng: null }

const withLf = (text: string) => text.replaceAll('\r\n', '\n')
/** The file from the time zones on. The lines before are the same in every file. */
const bodyOf = (...events: CalendarEvent[]) =>
  withLf(writeCalendar(events, settings))
    .replace(/^[\s\S]*X-PUBLISHED-TTL:PT1H\n/, '')
    .replace('END:VCALENDAR\n', '')
const linesOf = (event: CalendarEvent, name: string) =>
  writeCalendar([event], settings)
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line.startsWith(name))

describe('A calendar file', () => {
  it('has exactly the expected content', () => {
    expect(withLf(writeCalendar([game], settings))).toBe(oneGame)
    expect(writeCalendar([game], settings)).toBe(writeCalendar([game], settings))
  })

  it('contains a series with its exceptions, in a zone south of the equator', () => {
    const rule = { every: 'week', interval: 2, weekdays: ['saturday', 'sunday'], until: '2026-10-31' } as const
    const times = { startsAt: at('2026-09-26T08:00'), endsAt: at('2026-09-26T10:00') }
    const series = {
      ...minimalGame,
      ...times,
      id: 'series',
      timeZone: 'Australia/Sydney',
      repeat: { rule, exceptions: ['2026-10-10', '2026-10-11'] },
    }
    expect(bodyOf(series)).toBe(sydneySeries)
  })

  it('contains a cancelled event in a zone without daylight saving time', () => {
    const times = { startsAt: at('2026-07-04T13:00'), endsAt: at('2026-07-04T15:00') }
    expect(bodyOf({ ...minimalGame, ...times, id: 'cancelled', sequence: 3, timeZone: 'America/Phoenix', isCancelled: true })).toBe(
      phoenixCancelled,
    )
  })

  it('ends each line with CR LF and folds it after at most 75 octets, never within a character', () => {
    const text = writeCalendar([{ ...game, title: '🏓'.repeat(200), description: `${'é'.repeat(300)}\n${'x'.repeat(300)}` }], settings)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of text.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
    }
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'🏓'.repeat(200)}\r\n`)
  })

  it('never lets user text begin a new line', () => {
    const maliciousText = 'a\r\nSTATUS:CANCELLED\rBEGIN:VEVENT\n\u2028\0\u007f;,\\'
    const text = writeCalendar(
      [{ ...game, title: maliciousText, description: maliciousText, place: maliciousText, url: `https://a.test/\r\nBEGIN:VALARM` }],
      {
        ...settings,
        name: maliciousText,
      },
    )
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
    expect(text).not.toMatch(/^(STATUS:CANCELLED|BEGIN:VALARM)/m)
    expect(text).not.toMatch(/\0|\u007f/)
    expect(linesOf({ ...game, title: 'a;b,c\\d\ne' }, 'SUMMARY')).toEqual(['SUMMARY:a\\;b\\,c\\\\d\\ne'])
  })

  it('describes each time zone once, and lists its clock changes one by one if they follow no yearly rule', () => {
    const text = bodyOf(game, { ...game, id: 'two' }, { ...game, id: 'three', timeZone: 'Africa/Casablanca' })
    expect(text.match(/TZID:America\/New_York/g)).toHaveLength(1)
    const casablanca = text.slice(text.indexOf('TZID:Africa/Casablanca'), text.indexOf('BEGIN:VEVENT'))
    expect(casablanca).not.toContain('RRULE')
    // During Ramadan 2026, from February 15 to March 22, the clocks are one hour back.
    expect(casablanca).toContain('DTSTART:20260215T030000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0000')
    expect(casablanca).toContain('DTSTART:20260322T020000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0100')
    expect(bodyOf({ ...game, timeZone: 'Australia/Lord_Howe' })).toContain('TZOFFSETTO:+1030')
    expect(bodyOf({ ...game, timeZone: 'Europe/Dublin' })).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU')
  })

  it('writes the rule of a monthly series with its number of dates', () => {
    const repeat = { rule: { every: 'month', interval: 1, count: 5 }, exceptions: [] } as const
    expect(linesOf({ ...game, repeat }, 'RRULE:FREQ=MONTHLY')).toEqual(['RRULE:FREQ=MONTHLY;COUNT=5'])
  })

  it('is valid without any events', () => {
    expect(writeCalendar([], settings)).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/)
  })
})
