import { expect, it } from 'vitest'
import { calendarLinks } from '../../domain/calendar/calendar-links.ts'
import { sequenceAt } from '../../domain/calendar/sequence.ts'
import { readNoticeGame } from '../../domain/events/notice-game.ts'

const game = {
  title: 'Open play & friends + café',
  description: 'Bring water.\nCourts 3 and 4',
  url: 'https://play.example.com/evt/one',
  place: 'Northside Courts, 1 Court St',
  timeZone: 'America/Chicago',
  startsAt: Date.parse('2026-11-21T13:00Z'),
  endsAt: Date.parse('2026-11-21T15:00Z'),
}
const fileUrl = 'https://play.example.com/api/events/one/calendar.ics'
const links = calendarLinks(game, { fileUrl })
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

it('opens the form of Google with the game', () => {
  expect(new URL(links.google).origin).toBe('https://calendar.google.com')
  expect(queryOf(links.google)).toEqual({
    action: 'TEMPLATE',
    text: game.title,
    dates: '20261121T130000Z/20261121T150000Z',
    ctz: 'America/Chicago',
    details: `${game.url}\n\n${game.description}`,
    location: game.place,
  })
})

it('opens the form of Outlook with the game, without plus signs for spaces', () => {
  expect(links.outlook).not.toContain('+')
  expect(queryOf(links.outlook)).toMatchObject({
    path: '/calendar/action/compose',
    subject: game.title,
    startdt: '2026-11-21T13:00:00Z',
    enddt: '2026-11-21T15:00:00Z',
    location: game.place,
  })
})

it('gives Apple the file', () => expect(links.apple).toBe(fileUrl))

it('keeps the links short and never cuts a character in half', () => {
  const long = calendarLinks({ ...game, description: '🏓'.repeat(5000) }, { fileUrl })
  expect(queryOf(long.google).details).toBe(`${game.url}\n\n${'🏓'.repeat(500)}…`)
  expect(calendarLinks({ ...game, description: '' }, { fileUrl }).google).toContain('details=https')
})

it('numbers later changes higher, within the 32 bits that calendars read', () => {
  const at = Date.parse('2026-11-21T13:00Z')
  expect(sequenceAt(at + 1000, 3)).toBeGreaterThan(sequenceAt(at, 3))
  expect(sequenceAt(at, 4)).toBeGreaterThan(sequenceAt(at, 3))
  expect(sequenceAt(Date.parse('2080-01-01'), 1000)).toBeLessThan(2 ** 31)
  expect(sequenceAt(0, 1)).toBe(1)
})

it('reads the game from the notices that change a calendar, and from no others', () => {
  expect(readNoticeGame('event:changed:one:3')).toEqual({ eventId: 'one' })
  expect(readNoticeGame('event:cancelled:one:4')).toEqual({ eventId: 'one' })
  expect(readNoticeGame('event-removed:entry')).toEqual({ joinerId: 'entry' })
  expect(readNoticeGame('event-transferred:entry')).toEqual({ joinerId: 'entry' })
  for (const key of ['event:dayBefore:one:3', 'event-going:entry', 'event-joined:one:ana:1', 'event:update:one:3'])
    expect(readNoticeGame(key)).toBeNull()
})
