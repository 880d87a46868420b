import { describe, expect, it } from 'vitest'
import type { Availability } from '../../domain/availability/contract.ts'
import { findFreeIntervals, isFree } from '../../domain/availability/find-free-time.ts'
import { at, everyDay, schedule, texts } from './schedules.ts'

const listFreeTexts = (availability: Availability, from: string, to: string) => texts(findFreeIntervals(availability, at(from), at(to)))
const countFreeHours = (availability: Availability, from: string, to: string) =>
  findFreeIntervals(availability, at(from), at(to)).reduce((sum, { start, end }) => sum + (end - start) / 3_600_000, 0)

describe('Free time in a normal week', () => {
  const evenings = schedule('America/New_York', { monday: ['17:00-20:00'], wednesday: ['08:00-09:00', '09:00-10:00', '18:00-19:00'] })

  it('has the hours of the weekdays as instants', () => {
    expect(listFreeTexts(evenings, '2026-06-01T00:00Z', '2026-06-08T00:00Z')).toEqual([
      '2026-06-01T21:00Z 2026-06-02T00:00Z',
      '2026-06-03T12:00Z 2026-06-03T14:00Z',
      '2026-06-03T22:00Z 2026-06-03T23:00Z',
    ])
  })

  it('is cut off at the window', () => {
    expect(listFreeTexts(evenings, '2026-06-01T22:15Z', '2026-06-01T23:45Z')).toEqual(['2026-06-01T22:15Z 2026-06-01T23:45Z'])
    expect(listFreeTexts(evenings, '2026-06-02T00:00Z', '2026-06-02T12:00Z')).toEqual([])
  })

  it('shows whether a person is free for one game', () => {
    const ask = (start: string, end: string) => isFree(evenings, at(start), at(end))
    expect(ask('2026-06-01T21:00Z', '2026-06-02T00:00Z')).toBe(true)
    expect(ask('2026-06-01T20:59Z', '2026-06-01T22:00Z')).toBe(false)
    expect(ask('2026-06-01T23:00Z', '2026-06-02T00:01Z')).toBe(false)
    expect(ask('2026-06-03T12:30Z', '2026-06-03T13:30Z')).toBe(true)
    expect(ask('2026-06-03T13:00Z', '2026-06-03T22:30Z')).toBe(false)
    expect(ask('2026-06-01T22:00Z', '2026-06-01T22:00Z')).toBe(false)
    expect(ask('2026-06-01T23:00Z', '2026-06-01T22:00Z')).toBe(false)
  })

  it('uses the hours of a date instead of its weekday', () => {
    const dates = { '2026-06-01': ['06:00-07:00'], '2026-06-02': ['10:00-11:00'], '2026-06-03': [] }
    const availability = schedule('America/New_York', { monday: ['17:00-20:00'], wednesday: ['18:00-19:00'] }, dates)
    expect(listFreeTexts(availability, '2026-06-01T00:00Z', '2026-06-09T00:00Z')).toEqual([
      '2026-06-01T10:00Z 2026-06-01T11:00Z',
      '2026-06-02T14:00Z 2026-06-02T15:00Z',
      '2026-06-08T21:00Z 2026-06-09T00:00Z',
    ])
  })

  it('ignores the hours of an unavailable day', () => {
    const availability = schedule('UTC', { monday: ['17:00-20:00'] })
    availability.weeklyAvailability.monday.isAvailable = false
    expect(listFreeTexts(availability, '2026-06-01T00:00Z', '2026-06-08T00:00Z')).toEqual([])
  })
})

describe('Midnight', () => {
  it('is 24:00 at the end of a day, and ranges that touch there become one', () => {
    const availability = schedule('America/New_York', { friday: ['21:00-24:00'], saturday: ['00:00-02:00', '20:00-24:00'] })
    expect(listFreeTexts(availability, '2026-06-05T00:00Z', '2026-06-09T00:00Z')).toEqual([
      '2026-06-06T01:00Z 2026-06-06T06:00Z',
      '2026-06-07T00:00Z 2026-06-07T04:00Z',
    ])
    expect(isFree(availability, at('2026-06-06T03:30Z'), at('2026-06-06T04:30Z'))).toBe(true)
    expect(isFree(availability, at('2026-06-07T03:30Z'), at('2026-06-07T04:30Z'))).toBe(false)
  })

  it.each([
    'America/New_York',
    'Australia/Sydney',
    'America/Phoenix',
    'America/Santiago',
    'Africa/Cairo',
    'America/Havana',
    'Pacific/Apia',
  ])('does not split days from 00:00 to 24:00, even when clocks change in %s', (zone) => {
    const always = everyDay(zone, ['00:00-24:00'])
    expect(listFreeTexts(always, '2026-01-01T00:00Z', '2027-01-31T00:00Z')).toEqual(['2026-01-01T00:00Z 2027-01-31T00:00Z'])
  })

  it('joins the hours of a date with those of the neighboring days', () => {
    const availability = everyDay('Asia/Kolkata', ['00:00-24:00'], { '2026-06-03': ['00:00-06:00', '22:00-24:00'], '2026-06-05': [] })
    expect(listFreeTexts(availability, '2026-06-01T00:00Z', '2026-06-07T00:00Z')).toEqual([
      '2026-06-01T00:00Z 2026-06-03T00:30Z',
      '2026-06-03T16:30Z 2026-06-04T18:30Z',
      '2026-06-05T18:30Z 2026-06-07T00:00Z',
    ])
  })
})

describe('When clocks change,', () => {
  it.each([
    ['America/New_York', '2026-03-07T22:00Z 2026-03-08T01:00Z', '2026-03-08T21:00Z 2026-03-09T00:00Z'],
    ['America/Phoenix', '2026-03-08T00:00Z 2026-03-08T03:00Z', '2026-03-09T00:00Z 2026-03-09T03:00Z'],
    ['Australia/Sydney', '2026-03-07T06:00Z 2026-03-07T09:00Z', '2026-03-08T06:00Z 2026-03-08T09:00Z'],
  ])('an evening in March keeps its local time in %s', (zone, before, after) => {
    const evenings = schedule(zone, { saturday: ['17:00-20:00'], sunday: ['17:00-20:00'] })
    expect(listFreeTexts(evenings, '2026-03-06T00:00Z', '2026-03-10T00:00Z')).toEqual([before, after])
  })

  it.each([
    ['America/New_York', '2026-10-31T21:00Z 2026-11-01T00:00Z', '2026-11-01T22:00Z 2026-11-02T01:00Z'],
    ['America/Phoenix', '2026-11-01T00:00Z 2026-11-01T03:00Z', '2026-11-02T00:00Z 2026-11-02T03:00Z'],
    ['Australia/Sydney', '2026-10-31T06:00Z 2026-10-31T09:00Z', '2026-11-01T06:00Z 2026-11-01T09:00Z'],
  ])('an evening in November keeps its local time in %s', (zone, before, after) => {
    const evenings = schedule(zone, { saturday: ['17:00-20:00'], sunday: ['17:00-20:00'] })
    expect(listFreeTexts(evenings, '2026-10-30T00:00Z', '2026-11-03T00:00Z')).toEqual([before, after])
  })

  it('an evening in April and October keeps its local time in Sydney, on the southern hemisphere', () => {
    const evenings = schedule('Australia/Sydney', { saturday: ['17:00-20:00'], sunday: ['17:00-20:00'] })
    expect(listFreeTexts(evenings, '2026-04-03T00:00Z', '2026-04-06T00:00Z')).toEqual([
      '2026-04-04T06:00Z 2026-04-04T09:00Z',
      '2026-04-05T07:00Z 2026-04-05T10:00Z',
    ])
    expect(listFreeTexts(evenings, '2026-10-02T00:00Z', '2026-10-05T00:00Z')).toEqual([
      '2026-10-03T07:00Z 2026-10-03T10:00Z',
      '2026-10-04T06:00Z 2026-10-04T09:00Z',
    ])
  })

  it.each([
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['America/Phoenix', '2026-03-08', 24],
    ['America/Phoenix', '2026-11-01', 24],
    ['Australia/Sydney', '2026-04-05', 25],
    ['Australia/Sydney', '2026-10-04', 23],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Africa/Cairo', '2026-04-24', 23],
    ['America/Santiago', '2026-04-04', 25],
    ['America/Havana', '2026-11-01', 25],
  ])('a whole day in %s on %s lasts %d hours', (zone, date, expectedHours) => {
    const noon = at(`${date}T12:00Z`)
    const window = [new Date(noon - 2 * 864e5), new Date(noon + 2 * 864e5)].map((instant) => instant.toISOString())
    expect(countFreeHours(schedule(zone, {}, { [date]: ['00:00-24:00'] }), window[0] ?? '', window[1] ?? '')).toBe(expectedHours)
  })

  it.each([
    ['starts in this hour', '02:30-04:00', ['2026-03-08T07:00Z 2026-03-08T08:00Z']],
    ['ends in this hour', '01:00-02:30', ['2026-03-08T06:00Z 2026-03-08T07:00Z']],
    ['contains this hour', '01:30-03:30', ['2026-03-08T06:30Z 2026-03-08T07:30Z']],
    ['is inside this hour', '02:10-02:50', []],
    ['is exactly this hour', '02:00-03:00', []],
  ])('02:00 to 03:00 on March 8 is skipped in New York, for a range that %s', (_, range, expected) => {
    expect(listFreeTexts(schedule('America/New_York', { sunday: [range] }), '2026-03-08T00:00Z', '2026-03-09T00:00Z')).toEqual(expected)
  })

  it.each([
    ['starts in this hour, at its first occurrence', '01:30-04:00', '2026-11-01T05:30Z 2026-11-01T09:00Z'],
    ['ends in this hour, at its second occurrence', '00:00-01:30', '2026-11-01T04:00Z 2026-11-01T06:30Z'],
    ['is inside this hour', '01:15-01:45', '2026-11-01T05:15Z 2026-11-01T06:45Z'],
    ['ends before this hour', '00:00-01:00', '2026-11-01T04:00Z 2026-11-01T05:00Z'],
    ['starts after this hour', '02:00-03:00', '2026-11-01T07:00Z 2026-11-01T08:00Z'],
  ])('01:00 to 02:00 on November 1 occurs twice in New York, for a range that %s', (_, range, expected) => {
    const availability = schedule('America/New_York', { sunday: [range] })
    expect(listFreeTexts(availability, '2026-11-01T00:00Z', '2026-11-02T00:00Z')).toEqual([expected])
  })

  it('the result is the same for a window that starts or ends in the hour that occurs twice', () => {
    const availability = schedule('America/New_York', { sunday: ['01:15-01:45'] })
    expect(listFreeTexts(availability, '2026-11-01T05:50Z', '2026-11-01T06:05Z')).toEqual(['2026-11-01T05:50Z 2026-11-01T06:05Z'])
    expect(isFree(availability, at('2026-11-01T05:30Z'), at('2026-11-01T06:30Z'))).toBe(true)
    // At Troll, clocks go back by two hours, across midnight in UTC.
    const troll = schedule('Antarctica/Troll', { sunday: ['01:15-01:45'] })
    expect(listFreeTexts(troll, '2026-10-25T00:30Z', '2026-10-26T00:00Z')).toEqual(['2026-10-25T00:30Z 2026-10-25T01:45Z'])
    expect(listFreeTexts(troll, '2026-10-24T00:00Z', '2026-10-25T00:00Z')).toEqual(['2026-10-24T23:15Z 2026-10-25T00:00Z'])
  })

  it('a short change is found, as in Morocco, which uses UTC only during Ramadan', () => {
    const dates = { '2026-02-10': ['17:00-18:00'], '2026-03-01': ['17:00-18:00'], '2026-03-25': ['17:00-18:00'] }
    expect(listFreeTexts(schedule('Africa/Casablanca', {}, dates), '2026-02-01T00:00Z', '2026-04-01T00:00Z')).toEqual([
      '2026-02-10T16:00Z 2026-02-10T17:00Z',
      '2026-03-01T17:00Z 2026-03-01T18:00Z',
      '2026-03-25T16:00Z 2026-03-25T17:00Z',
    ])
  })

  it('a skipped date has no hours, as in Samoa, where December 30, 2011 did not exist', () => {
    const availability = everyDay('Pacific/Apia', ['10:00-11:00'], { '2011-12-30': ['00:00-24:00'] })
    expect(listFreeTexts(availability, '2011-12-29T00:00Z', '2012-01-01T00:00Z')).toEqual([
      '2011-12-29T20:00Z 2011-12-29T21:00Z',
      '2011-12-30T20:00Z 2011-12-30T21:00Z',
      '2011-12-31T20:00Z 2011-12-31T21:00Z',
    ])
  })
})

describe('Unusual input', () => {
  const always = everyDay('America/New_York', ['00:00-24:00'])

  it('is limited to 400 days', () => {
    const start = at('2026-01-01T00:00Z')
    expect(findFreeIntervals(always, start, start + 500 * 864e5)).toEqual([{ start, end: start + 400 * 864e5 }])
    expect(isFree(always, start, start + 400 * 864e5)).toBe(true)
    expect(isFree(always, start, start + 401 * 864e5)).toBe(false)
  })

  it.each([
    [Number.NaN, 1],
    [1, Number.NaN],
    [5, 5],
    [6, 5],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [8.64e15, 9e15],
    [-9e15, -8.64e15],
  ])('has no free time from %d to %d', (from, to) => {
    expect(findFreeIntervals(always, from, to)).toEqual([])
    expect(isFree(always, from, to)).toBe(false)
  })

  it('has no free time before 1970 or after 9998', () => {
    expect(findFreeIntervals(always, Number.NEGATIVE_INFINITY, 1000)).toEqual([{ start: 0, end: 1000 }])
    const end = Date.UTC(9999, 0, 1)
    expect(findFreeIntervals(always, end - 1000, Number.POSITIVE_INFINITY)).toEqual([{ start: end - 1000, end }])
  })

  it('has no free time in an unknown zone', () => {
    const unknownZone = everyDay('Mars/Olympus', ['00:00-24:00'])
    expect(findFreeIntervals(unknownZone, 0, 1000)).toEqual([])
  })

  it('does not fail for hours that the contract would refuse', () => {
    const invalid = schedule(
      'UTC',
      { monday: ['09:00-12:00', '10:00-11:00', '11:30-13:00', '15:00-14:00', 'x-y'] },
      { 'not-a-date': ['00:00-24:00'] },
    )
    expect(listFreeTexts(invalid, '2026-06-01T00:00Z', '2026-06-08T00:00Z')).toEqual(['2026-06-01T09:00Z 2026-06-01T13:00Z'])
  })
})
