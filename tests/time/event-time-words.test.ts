import { describe, expect, it } from 'vitest'
import { type EventTime, eventTimeWords } from '../../domain/time/event-time-words.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const words = (change: Partial<EventTime> = {}) =>
  eventTimeWords({
    startsAt: at('2026-11-21T13:00'),
    endsAt: at('2026-11-21T15:00'),
    venueZone: 'America/Chicago',
    viewerZone: 'America/Chicago',
    locale: 'en-US',
    ...change,
  })

describe('when an event is', () => {
  it('is said by the venue’s clocks, with the viewer’s beside them where they differ', () => {
    expect(words({ viewerZone: 'America/Phoenix' })).toEqual({
      date: '2026-11-21',
      day: 'Saturday, November 21',
      time: '7:00 to 9:00 AM',
      zoneWords: 'Central Time, an hour ahead of yours',
      yours: '6:00 to 8:00 AM your time',
      short: 'Sat 7:00 AM',
      monthBadge: 'Nov',
      dayBadge: '21',
    })
    expect(words()).toMatchObject({ zoneWords: 'Central Time', yours: null })
    expect(words({ venueZone: 'America/New_York' }).zoneWords).toBe('Eastern Time, an hour ahead of yours')
  })

  it('names both halves of the day, the next day and the year where they are needed', () => {
    expect(words({ endsAt: at('2026-11-21T19:00') }).time).toBe('7:00 AM to 1:00 PM')
    expect(words({ startsAt: at('2026-11-22T04:00'), endsAt: at('2026-11-22T07:00') }).time).toBe('10:00 PM to 1:00 AM')
    expect(words({ endsAt: at('2026-11-22T23:00') }).time).toBe('7:00 AM to Sunday, November 22, 5:00 PM')
    expect(words({ now: at('2025-12-31T12:00') }).day).toBe('Saturday, November 21, 2026')
    expect(words({ now: at('2026-01-02T12:00') }).day).toBe('Saturday, November 21')
    expect(words({ locale: 'en-GB' })).toMatchObject({ time: '7:00 to 9:00', monthBadge: 'Nov' })
  })

  it.each([
    ['Pacific/Pago_Pago', '5 hours ahead of yours', '2:00 to 4:00 AM your time'],
    ['America/New_York', 'an hour behind yours', '8:00 to 10:00 AM your time'],
    ['America/St_Johns', '2 and a half hours behind yours', '9:30 to 11:30 AM your time'],
    ['Asia/Kathmandu', '11 hours and 45 minutes behind yours', '6:45 to 8:45 PM your time'],
    ['Pacific/Kiritimati', '20 hours behind yours', 'Sunday, November 22, 3:00 to 5:00 AM your time'],
  ])('for a viewer in %s', (viewerZone, distance, yours) => {
    expect(words({ viewerZone })).toMatchObject({ day: 'Saturday, November 21', time: '7:00 to 9:00 AM', yours })
    expect(words({ viewerZone }).zoneWords).toBe(`Central Time, ${distance}`)
  })

  it('for viewers at both ends of the world, whose day is another one', () => {
    const sydney = { venueZone: 'Australia/Sydney', startsAt: at('2026-10-03T22:00'), endsAt: at('2026-10-04T00:00') }
    // The clocks went forward that night: 9 in the morning of the 4th.
    expect(words({ ...sydney, viewerZone: 'Pacific/Pago_Pago' })).toMatchObject({
      day: 'Sunday, October 4',
      time: '9:00 to 11:00 AM',
      zoneWords: 'Australian Eastern Time, 22 hours ahead of yours',
      yours: 'Saturday, October 3, 11:00 AM to 1:00 PM your time',
    })
    expect(words({ ...sydney, viewerZone: 'Pacific/Kiritimati' })).toMatchObject({ yours: '12:00 to 2:00 PM your time' })
    expect(words({ ...sydney, viewerZone: 'Australia/Lord_Howe' })).toMatchObject({ zoneWords: 'Australian Eastern Time', yours: null })
  })

  it('says what clocks show when they change under a game', () => {
    const night = { venueZone: 'America/New_York', viewerZone: 'America/New_York' }
    expect(words({ ...night, startsAt: at('2026-03-08T06:30'), endsAt: at('2026-03-08T08:00') }).time).toBe('1:30 to 4:00 AM')
    expect(words({ ...night, startsAt: at('2026-11-01T05:30'), endsAt: at('2026-11-01T07:00') }).time).toBe('1:30 to 2:00 AM')
    // Phoenix is an hour behind Chicago in winter and two in summer.
    expect(words({ viewerZone: 'America/Phoenix', startsAt: at('2026-03-08T13:00'), endsAt: at('2026-03-08T14:00') }).zoneWords).toBe(
      'Central Time, 2 hours ahead of yours',
    )
  })
})
