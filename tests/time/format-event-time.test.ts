import { describe, expect, it } from 'vitest'
import { type EventTime, formatEventTime } from '../../domain/time/format-event-time.ts'

const at = (text: string) => Date.parse(`${text}Z`)
const format = (change: Partial<EventTime> = {}) =>
  formatEventTime({
    startsAt: at('2026-11-21T13:00'),
    endsAt: at('2026-11-21T15:00'),
    venueZone: 'America/Chicago',
    viewerZone: 'America/Chicago',
    now: at('2026-11-20T13:00'),
    locale: 'en-US',
    ...change,
  })

describe('The time of an event', () => {
  it('is shown in the venue’s time zone, and also in the viewer’s zone if it differs', () => {
    expect(format({ viewerZone: 'America/Phoenix' })).toEqual({
      date: '2026-11-21',
      day: 'Saturday, November 21',
      time: '7:00 to 9:00 AM',
      zoneText: 'Central Time, an hour ahead of yours',
      viewerTime: '6:00 to 8:00 AM your time',
      short: 'Sat 7:00 AM',
      monthBadge: 'Nov',
      dayBadge: '21',
    })
    expect(format()).toMatchObject({ zoneText: 'Central Time', viewerTime: null })
    expect(format({ venueZone: 'America/New_York' }).zoneText).toBe('Eastern Time, an hour ahead of yours')
  })

  it('shows AM and PM, the end day and the year only if they are needed', () => {
    expect(format({ endsAt: at('2026-11-21T19:00') }).time).toBe('7:00 AM to 1:00 PM')
    expect(format({ startsAt: at('2026-11-22T04:00'), endsAt: at('2026-11-22T07:00') }).time).toBe('10:00 PM to 1:00 AM')
    expect(format({ endsAt: at('2026-11-22T23:00') }).time).toBe('7:00 AM to Sunday, November 22, 5:00 PM')
    expect(format({ now: at('2025-12-31T12:00') }).day).toBe('Saturday, November 21, 2026')
    expect(format({ now: at('2026-01-02T12:00') }).day).toBe('Saturday, November 21')
    const newYear = { startsAt: at('2026-12-31T13:00'), endsAt: at('2027-01-01T23:00') }
    expect(format(newYear)).toMatchObject({ day: 'Thursday, December 31', time: '7:00 AM to Friday, January 1, 2027, 5:00 PM' })
    const midnight = { startsAt: at('2027-01-01T05:30'), endsAt: at('2027-01-01T07:00'), viewerZone: 'America/New_York' }
    expect(format(midnight)).toMatchObject({
      day: 'Thursday, December 31',
      viewerTime: expect.stringMatching(/^Friday, January 1, 2027, /),
    })
    expect(format({ locale: 'en-GB' })).toMatchObject({ time: '7:00 to 9:00', monthBadge: 'Nov' })
  })

  it.each([
    ['Pacific/Pago_Pago', '5 hours ahead of yours', '2:00 to 4:00 AM your time'],
    ['America/New_York', 'an hour behind yours', '8:00 to 10:00 AM your time'],
    ['America/St_Johns', '2 and a half hours behind yours', '9:30 to 11:30 AM your time'],
    ['Asia/Kathmandu', '11 hours and 45 minutes behind yours', '6:45 to 8:45 PM your time'],
    ['Pacific/Kiritimati', '20 hours behind yours', 'Sunday, November 22, 3:00 to 5:00 AM your time'],
  ])('is correct for a viewer in %s', (viewerZone, offset, viewerTime) => {
    expect(format({ viewerZone })).toMatchObject({ day: 'Saturday, November 21', time: '7:00 to 9:00 AM', viewerTime })
    expect(format({ viewerZone }).zoneText).toBe(`Central Time, ${offset}`)
  })

  it('is correct for viewers whose date is a different one', () => {
    const sydney = { venueZone: 'Australia/Sydney', startsAt: at('2026-10-03T22:00'), endsAt: at('2026-10-04T00:00') }
    // The clocks went forward that night, so it is 9 AM on October 4.
    expect(format({ ...sydney, viewerZone: 'Pacific/Pago_Pago' })).toMatchObject({
      day: 'Sunday, October 4',
      time: '9:00 to 11:00 AM',
      zoneText: 'Australian Eastern Time, 22 hours ahead of yours',
      viewerTime: 'Saturday, October 3, 11:00 AM to 1:00 PM your time',
    })
    expect(format({ ...sydney, viewerZone: 'Pacific/Kiritimati' })).toMatchObject({ viewerTime: '12:00 to 2:00 PM your time' })
    expect(format({ ...sydney, viewerZone: 'Australia/Lord_Howe' })).toMatchObject({
      zoneText: 'Australian Eastern Time',
      viewerTime: null,
    })
  })

  it('is correct if the clocks change during a game', () => {
    const night = { venueZone: 'America/New_York', viewerZone: 'America/New_York' }
    expect(format({ ...night, startsAt: at('2026-03-08T06:30'), endsAt: at('2026-03-08T08:00') }).time).toBe('1:30 to 4:00 AM')
    expect(format({ ...night, startsAt: at('2026-11-01T05:30'), endsAt: at('2026-11-01T07:00') }).time).toBe('1:30 to 2:00 AM')
    // Phoenix is an hour behind Chicago in winter and two in summer.
    expect(format({ viewerZone: 'America/Phoenix', startsAt: at('2026-03-08T13:00'), endsAt: at('2026-03-08T14:00') }).zoneText).toBe(
      'Central Time, 2 hours ahead of yours',
    )
  })
})
