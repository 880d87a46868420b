import { describe, expect, it } from 'vitest'
import type { Availability } from '../../domain/availability/contract.ts'
import { freeIntervals } from '../../domain/availability/find-free-time.ts'
import { inZone, weekPicture } from '../../domain/availability/show-week.ts'
import { weekdays } from '../../domain/time/clock.ts'
import { at, everyDay, schedule, texts } from './schedules.ts'

/** Viewers from UTC-11 to UTC+14. */
const viewers = [
  'Pacific/Pago_Pago',
  'Pacific/Honolulu',
  'America/Phoenix',
  'America/New_York',
  'UTC',
  'Asia/Kolkata',
  'Australia/Sydney',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
]

const shown = (availability: Availability, zone: string, weekStart: string) =>
  inZone(availability, zone, weekStart).flatMap(({ date, weekday, timeRanges }) =>
    timeRanges.map(({ startTime, endTime }) => `${weekday} ${date} ${startTime}-${endTime}`),
  )

describe('A week in another zone', () => {
  const evenings = schedule('America/New_York', { monday: ['17:00-20:00'], sunday: ['17:00-20:00'] })

  it('shows the viewer’s clocks, over midnight on two days', () => {
    expect(shown(evenings, 'America/New_York', '2026-06-01')).toEqual(['monday 2026-06-01 17:00-20:00', 'sunday 2026-06-07 17:00-20:00'])
    expect(shown(evenings, 'Europe/London', '2026-06-01')).toEqual([
      'monday 2026-06-01 00:00-01:00',
      'monday 2026-06-01 22:00-24:00',
      'tuesday 2026-06-02 00:00-01:00',
      'sunday 2026-06-07 22:00-24:00',
    ])
    expect(shown(evenings, 'Asia/Kolkata', '2026-06-01')).toEqual(['monday 2026-06-01 02:30-05:30', 'tuesday 2026-06-02 02:30-05:30'])
  })

  it('has seven days from any date', () => {
    const week = inZone(evenings, 'UTC', '2026-12-30')
    expect(week.map(({ date }) => date)).toEqual(
      ['30', '31', '01', '02', '03', '04', '05'].map((d, i) => `${i < 2 ? '2026-12' : '2027-01'}-${d}`),
    )
    expect(week[0]?.weekday).toBe('wednesday')
  })

  it('follows each zone’s own change of clocks', () => {
    const sunday = schedule('America/New_York', { sunday: ['12:00-13:00'] })
    expect(shown(sunday, 'Europe/London', '2026-03-02')).toEqual(['sunday 2026-03-08 16:00-17:00'])
    expect(shown(sunday, 'Europe/London', '2026-03-23')).toEqual(['sunday 2026-03-29 17:00-18:00'])
    expect(shown(sunday, 'America/Phoenix', '2026-02-23')).toEqual(['sunday 2026-03-01 10:00-11:00'])
    expect(shown(sunday, 'America/Phoenix', '2026-03-02')).toEqual(['sunday 2026-03-08 09:00-10:00'])
  })

  it('keeps a range through the viewer’s change of clocks in one, with its true instants', () => {
    const night = schedule('UTC', { sunday: ['04:30-07:30'] })
    const [sunday] = inZone(night, 'America/New_York', '2026-11-01')
    expect(sunday?.timeRanges).toEqual([
      { startTime: '00:30', endTime: '02:30', start: at('2026-11-01T04:30Z'), end: at('2026-11-01T07:30Z') },
    ])
    expect(shown(night, 'America/New_York', '2026-03-08')).toEqual(['sunday 2026-03-08 00:00-03:30'])
    expect(shown(everyDay('UTC', ['00:00-24:00']), 'America/Santiago', '2026-09-06')[0]).toBe('sunday 2026-09-06 01:00-24:00')
  })

  it.each([
    ['Mars/Olympus', '2026-06-01'],
    ['', '2026-06-01'],
    ['UTC', '2026-02-30'],
    ['UTC', ''],
  ])('is empty for zone "%s" and date "%s"', (zone, date) => expect(inZone(evenings, zone, date)).toEqual([]))
})

describe('Entries for a date', () => {
  const dates = ['2026-03-08', '2026-03-10', '2026-11-01', '2026-11-03', '2026-12-31', '2028-02-29']

  it.each(viewers)('stay on their date and weekday for someone in %s', (zone) => {
    for (const date of dates) {
      const weekday = weekdays[(new Date(`${date}T12:00Z`).getUTCDay() + 6) % 7]
      expect(shown(schedule(zone, {}, { [date]: ['00:00-24:00'] }), zone, date)).toEqual([`${weekday} ${date} 00:00-24:00`])
      const off = everyDay(zone, ['09:00-10:00'], { [date]: [] })
      expect(inZone(off, zone, date).map(({ timeRanges }) => timeRanges.length)).toEqual([0, 1, 1, 1, 1, 1, 1])
    }
  })

  it.each(viewers)('seen from %s are the same moments of the schedule’s own date', (zone) => {
    for (const owner of ['America/New_York', 'Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
      const availability = everyDay(owner, ['12:00-13:00'], { '2026-03-10': [], '2026-03-12': ['06:00-07:00'] })
      const seen = inZone(availability, zone, '2026-03-07').flatMap(({ timeRanges }) => timeRanges)
      const [first, last] = [seen[0]?.start ?? 0, seen.at(-1)?.end ?? 0]
      expect(texts(seen)).toEqual(texts(freeIntervals(availability, first, last)))
      const local = new Intl.DateTimeFormat('en-CA', { timeZone: owner, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })
      const starts = seen.map(({ start }) => local.format(start))
      expect(starts).toContain('2026-03-12, 06:00')
      expect(starts.filter((text) => /^2026-03-(10|12), (12|06)/.test(text))).toEqual(['2026-03-12, 06:00'])
    }
  })
})

describe('The picture of a week', () => {
  it('counts the minutes of each hour once', () => {
    const picture = weekPicture(
      schedule('UTC', { monday: ['17:15-20:00'], friday: ['23:30-24:00', '09:00-10:30', '10:00-11:00', '10:45-12:20'] }),
    )
    const hoursOf = (weekday: 'monday' | 'friday') =>
      Object.fromEntries([...picture[weekday].entries()].filter(([, minutes]) => minutes > 0))
    expect(hoursOf('monday')).toEqual({ 17: 45, 18: 60, 19: 60 })
    expect(hoursOf('friday')).toEqual({ 9: 60, 10: 60, 11: 60, 12: 20, 23: 30 })
    expect(picture.sunday).toEqual(Array(24).fill(0))
    expect(Object.values(picture).map((hours) => hours.length)).toEqual(Array(7).fill(24))
  })

  it('is empty where the tick is missing, and for hours that are none', () => {
    const odd = schedule('UTC', { monday: ['09:00-10:00'], tuesday: ['12:00-10:00', '-'] })
    odd.weeklyAvailability.monday.isAvailable = false
    expect(Object.values(weekPicture(odd)).flat()).toEqual(Array(168).fill(0))
  })
})
