import { describe, expect, it } from 'vitest'
import type { Availability } from '../../domain/availability/contract.ts'
import { findFreeIntervals } from '../../domain/availability/find-free-time.ts'
import { makeWeekChart, showWeekInZone } from '../../domain/availability/show-week.ts'
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

const listShown = (availability: Availability, zone: string, weekStart: string) =>
  showWeekInZone(availability, zone, weekStart).flatMap(({ date, weekday, timeRanges }) =>
    timeRanges.map(({ startTime, endTime }) => `${weekday} ${date} ${startTime}-${endTime}`),
  )

describe('A week in another zone', () => {
  const evenings = schedule('America/New_York', { monday: ['17:00-20:00'], sunday: ['17:00-20:00'] })

  it('is in the viewer’s local time, and splits a range at midnight', () => {
    expect(listShown(evenings, 'America/New_York', '2026-06-01')).toEqual([
      'monday 2026-06-01 17:00-20:00',
      'sunday 2026-06-07 17:00-20:00',
    ])
    expect(listShown(evenings, 'Europe/London', '2026-06-01')).toEqual([
      'monday 2026-06-01 00:00-01:00',
      'monday 2026-06-01 22:00-24:00',
      'tuesday 2026-06-02 00:00-01:00',
      'sunday 2026-06-07 22:00-24:00',
    ])
    expect(listShown(evenings, 'Asia/Kolkata', '2026-06-01')).toEqual(['monday 2026-06-01 02:30-05:30', 'tuesday 2026-06-02 02:30-05:30'])
  })

  it('can start on any date and has seven days', () => {
    const week = showWeekInZone(evenings, 'UTC', '2026-12-30')
    expect(week.map(({ date }) => date)).toEqual(
      ['30', '31', '01', '02', '03', '04', '05'].map((d, i) => `${i < 2 ? '2026-12' : '2027-01'}-${d}`),
    )
    expect(week[0]?.weekday).toBe('wednesday')
  })

  it('follows the clock changes of both zones', () => {
    const sunday = schedule('America/New_York', { sunday: ['12:00-13:00'] })
    expect(listShown(sunday, 'Europe/London', '2026-03-02')).toEqual(['sunday 2026-03-08 16:00-17:00'])
    expect(listShown(sunday, 'Europe/London', '2026-03-23')).toEqual(['sunday 2026-03-29 17:00-18:00'])
    expect(listShown(sunday, 'America/Phoenix', '2026-02-23')).toEqual(['sunday 2026-03-01 10:00-11:00'])
    expect(listShown(sunday, 'America/Phoenix', '2026-03-02')).toEqual(['sunday 2026-03-08 09:00-10:00'])
  })

  it('does not split a range when the viewer’s clocks change, and keeps its exact instants', () => {
    const night = schedule('UTC', { sunday: ['04:30-07:30'] })
    const [sunday] = showWeekInZone(night, 'America/New_York', '2026-11-01')
    expect(sunday?.timeRanges).toEqual([
      { startTime: '00:30', endTime: '02:30', start: at('2026-11-01T04:30Z'), end: at('2026-11-01T07:30Z') },
    ])
    expect(listShown(night, 'America/New_York', '2026-03-08')).toEqual(['sunday 2026-03-08 00:00-03:30'])
    expect(listShown(everyDay('UTC', ['00:00-24:00']), 'America/Santiago', '2026-09-06')[0]).toBe('sunday 2026-09-06 01:00-24:00')
  })

  it.each([
    ['Mars/Olympus', '2026-06-01'],
    ['', '2026-06-01'],
    ['UTC', '2026-02-30'],
    ['UTC', ''],
  ])('is empty for zone "%s" and date "%s"', (zone, date) => expect(showWeekInZone(evenings, zone, date)).toEqual([]))
})

describe('Entries for a date', () => {
  const dates = ['2026-03-08', '2026-03-10', '2026-11-01', '2026-11-03', '2026-12-31', '2028-02-29']

  it.each(viewers)('stay on their date and weekday for a viewer in %s', (zone) => {
    for (const date of dates) {
      const weekday = weekdays[(new Date(`${date}T12:00Z`).getUTCDay() + 6) % 7]
      expect(listShown(schedule(zone, {}, { [date]: ['00:00-24:00'] }), zone, date)).toEqual([`${weekday} ${date} 00:00-24:00`])
      const off = everyDay(zone, ['09:00-10:00'], { [date]: [] })
      expect(showWeekInZone(off, zone, date).map(({ timeRanges }) => timeRanges.length)).toEqual([0, 1, 1, 1, 1, 1, 1])
    }
  })

  it.each(viewers)('mean the date in the schedule’s own zone, also for a viewer in %s', (zone) => {
    for (const scheduleZone of ['America/New_York', 'Pacific/Pago_Pago', 'Pacific/Kiritimati']) {
      const availability = everyDay(scheduleZone, ['12:00-13:00'], { '2026-03-10': [], '2026-03-12': ['06:00-07:00'] })
      const ranges = showWeekInZone(availability, zone, '2026-03-07').flatMap(({ timeRanges }) => timeRanges)
      const [first, last] = [ranges[0]?.start ?? 0, ranges.at(-1)?.end ?? 0]
      expect(texts(ranges)).toEqual(texts(findFreeIntervals(availability, first, last)))
      const local = new Intl.DateTimeFormat('en-CA', { timeZone: scheduleZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' })
      const starts = ranges.map(({ start }) => local.format(start))
      expect(starts).toContain('2026-03-12, 06:00')
      expect(starts.filter((text) => /^2026-03-(10|12), (12|06)/.test(text))).toEqual(['2026-03-12, 06:00'])
    }
  })
})

describe('The chart of a week', () => {
  it('counts each minute once, even if ranges overlap', () => {
    const chart = makeWeekChart(
      schedule('UTC', { monday: ['17:15-20:00'], friday: ['23:30-24:00', '09:00-10:30', '10:00-11:00', '10:45-12:20'] }),
    )
    const hoursOf = (weekday: 'monday' | 'friday') => Object.fromEntries([...chart[weekday].entries()].filter(([, minutes]) => minutes > 0))
    expect(hoursOf('monday')).toEqual({ 17: 45, 18: 60, 19: 60 })
    expect(hoursOf('friday')).toEqual({ 9: 60, 10: 60, 11: 60, 12: 20, 23: 30 })
    expect(chart.sunday).toEqual(Array(24).fill(0))
    expect(Object.values(chart).map((hours) => hours.length)).toEqual(Array(7).fill(24))
  })

  it('is empty for unavailable days and for invalid hours', () => {
    const invalid = schedule('UTC', { monday: ['09:00-10:00'], tuesday: ['12:00-10:00', '-'] })
    invalid.weeklyAvailability.monday.isAvailable = false
    expect(Object.values(makeWeekChart(invalid)).flat()).toEqual(Array(168).fill(0))
  })
})
