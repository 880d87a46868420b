import { describe, expect, it } from 'vitest'
import type { Availability } from '../../domain/availability/contract.ts'
import { freeIntervals, isFree, overlap } from '../../domain/availability/find-free-time.ts'
import { at, everyDay, schedule, texts } from './schedules.ts'

const free = (availability: Availability, from: string, to: string) => texts(freeIntervals(availability, at(from), at(to)))
const hours = (availability: Availability, from: string, to: string) =>
  freeIntervals(availability, at(from), at(to)).reduce((sum, { start, end }) => sum + (end - start) / 3_600_000, 0)

describe('Free time in an ordinary week', () => {
  const evenings = schedule('America/New_York', { monday: ['17:00-20:00'], wednesday: ['08:00-09:00', '09:00-10:00', '18:00-19:00'] })

  it('is the weekday hours, as instants', () => {
    expect(free(evenings, '2026-06-01T00:00Z', '2026-06-08T00:00Z')).toEqual([
      '2026-06-01T21:00Z 2026-06-02T00:00Z',
      '2026-06-03T12:00Z 2026-06-03T14:00Z',
      '2026-06-03T22:00Z 2026-06-03T23:00Z',
    ])
  })

  it('is cut at the window', () => {
    expect(free(evenings, '2026-06-01T22:15Z', '2026-06-01T23:45Z')).toEqual(['2026-06-01T22:15Z 2026-06-01T23:45Z'])
    expect(free(evenings, '2026-06-02T00:00Z', '2026-06-02T12:00Z')).toEqual([])
  })

  it('is asked for one game', () => {
    const ask = (start: string, end: string) => isFree(evenings, at(start), at(end))
    expect(ask('2026-06-01T21:00Z', '2026-06-02T00:00Z')).toBe(true)
    expect(ask('2026-06-01T20:59Z', '2026-06-01T22:00Z')).toBe(false)
    expect(ask('2026-06-01T23:00Z', '2026-06-02T00:01Z')).toBe(false)
    expect(ask('2026-06-03T12:30Z', '2026-06-03T13:30Z')).toBe(true)
    expect(ask('2026-06-03T13:00Z', '2026-06-03T22:30Z')).toBe(false)
    expect(ask('2026-06-01T22:00Z', '2026-06-01T22:00Z')).toBe(false)
    expect(ask('2026-06-01T23:00Z', '2026-06-01T22:00Z')).toBe(false)
  })

  it('takes the hours of a date in place of its weekday', () => {
    const dates = { '2026-06-01': ['06:00-07:00'], '2026-06-02': ['10:00-11:00'], '2026-06-03': [] }
    const availability = schedule('America/New_York', { monday: ['17:00-20:00'], wednesday: ['18:00-19:00'] }, dates)
    expect(free(availability, '2026-06-01T00:00Z', '2026-06-09T00:00Z')).toEqual([
      '2026-06-01T10:00Z 2026-06-01T11:00Z',
      '2026-06-02T14:00Z 2026-06-02T15:00Z',
      '2026-06-08T21:00Z 2026-06-09T00:00Z',
    ])
  })

  it('ignores hours on a day without its tick', () => {
    const availability = schedule('UTC', { monday: ['17:00-20:00'] })
    availability.weeklyAvailability.monday.isAvailable = false
    expect(free(availability, '2026-06-01T00:00Z', '2026-06-08T00:00Z')).toEqual([])
  })
})

describe('Midnight', () => {
  it('is 24:00, and ranges that meet there are one', () => {
    const availability = schedule('America/New_York', { friday: ['21:00-24:00'], saturday: ['00:00-02:00', '20:00-24:00'] })
    expect(free(availability, '2026-06-05T00:00Z', '2026-06-09T00:00Z')).toEqual([
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
  ])('days from 00:00 to 24:00 are one interval through every change of clocks in %s', (zone) => {
    const always = everyDay(zone, ['00:00-24:00'])
    expect(free(always, '2026-01-01T00:00Z', '2027-01-31T00:00Z')).toEqual(['2026-01-01T00:00Z 2027-01-31T00:00Z'])
  })

  it('joins an entry for a date with the days beside it', () => {
    const availability = everyDay('Asia/Kolkata', ['00:00-24:00'], { '2026-06-03': ['00:00-06:00', '22:00-24:00'], '2026-06-05': [] })
    expect(free(availability, '2026-06-01T00:00Z', '2026-06-07T00:00Z')).toEqual([
      '2026-06-01T00:00Z 2026-06-03T00:30Z',
      '2026-06-03T16:30Z 2026-06-04T18:30Z',
      '2026-06-05T18:30Z 2026-06-07T00:00Z',
    ])
  })
})

describe('Changes of clocks', () => {
  it.each([
    ['America/New_York', '2026-03-07T22:00Z 2026-03-08T01:00Z', '2026-03-08T21:00Z 2026-03-09T00:00Z'],
    ['America/Phoenix', '2026-03-08T00:00Z 2026-03-08T03:00Z', '2026-03-09T00:00Z 2026-03-09T03:00Z'],
    ['Australia/Sydney', '2026-03-07T06:00Z 2026-03-07T09:00Z', '2026-03-08T06:00Z 2026-03-08T09:00Z'],
  ])('an evening keeps its wall time through March in %s', (zone, before, after) => {
    const evenings = schedule(zone, { saturday: ['17:00-20:00'], sunday: ['17:00-20:00'] })
    expect(free(evenings, '2026-03-06T00:00Z', '2026-03-10T00:00Z')).toEqual([before, after])
  })

  it.each([
    ['America/New_York', '2026-10-31T21:00Z 2026-11-01T00:00Z', '2026-11-01T22:00Z 2026-11-02T01:00Z'],
    ['America/Phoenix', '2026-11-01T00:00Z 2026-11-01T03:00Z', '2026-11-02T00:00Z 2026-11-02T03:00Z'],
    ['Australia/Sydney', '2026-10-31T06:00Z 2026-10-31T09:00Z', '2026-11-01T06:00Z 2026-11-01T09:00Z'],
  ])('an evening keeps its wall time through November in %s', (zone, before, after) => {
    const evenings = schedule(zone, { saturday: ['17:00-20:00'], sunday: ['17:00-20:00'] })
    expect(free(evenings, '2026-10-30T00:00Z', '2026-11-03T00:00Z')).toEqual([before, after])
  })

  it('an evening keeps its wall time through April and October in Sydney, where the seasons are the other way', () => {
    const evenings = schedule('Australia/Sydney', { saturday: ['17:00-20:00'], sunday: ['17:00-20:00'] })
    expect(free(evenings, '2026-04-03T00:00Z', '2026-04-06T00:00Z')).toEqual([
      '2026-04-04T06:00Z 2026-04-04T09:00Z',
      '2026-04-05T07:00Z 2026-04-05T10:00Z',
    ])
    expect(free(evenings, '2026-10-02T00:00Z', '2026-10-05T00:00Z')).toEqual([
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
  ])('a whole day in %s on %s lasts %d hours', (zone, date, long) => {
    const noon = at(`${date}T12:00Z`)
    const window = [new Date(noon - 2 * 864e5), new Date(noon + 2 * 864e5)].map((instant) => instant.toISOString())
    expect(hours(schedule(zone, {}, { [date]: ['00:00-24:00'] }), window[0] ?? '', window[1] ?? '')).toBe(long)
  })

  it.each([
    ['starts in it', '02:30-04:00', ['2026-03-08T07:00Z 2026-03-08T08:00Z']],
    ['ends in it', '01:00-02:30', ['2026-03-08T06:00Z 2026-03-08T07:00Z']],
    ['goes around it', '01:30-03:30', ['2026-03-08T06:30Z 2026-03-08T07:30Z']],
    ['lies in it', '02:10-02:50', []],
    ['fills it', '02:00-03:00', []],
  ])('in New York no clock shows 02:00 to 03:00 on March 8: a range that %s', (_, range, expected) => {
    expect(free(schedule('America/New_York', { sunday: [range] }), '2026-03-08T00:00Z', '2026-03-09T00:00Z')).toEqual(expected)
  })

  it.each([
    ['starts in it, at the earlier', '01:30-04:00', '2026-11-01T05:30Z 2026-11-01T09:00Z'],
    ['ends in it, at the later', '00:00-01:30', '2026-11-01T04:00Z 2026-11-01T06:30Z'],
    ['lies in it', '01:15-01:45', '2026-11-01T05:15Z 2026-11-01T06:45Z'],
    ['ends before it', '00:00-01:00', '2026-11-01T04:00Z 2026-11-01T05:00Z'],
    ['starts after it', '02:00-03:00', '2026-11-01T07:00Z 2026-11-01T08:00Z'],
  ])('in New York all clocks show 01:00 to 02:00 twice on November 1: a range that %s', (_, range, expected) => {
    const availability = schedule('America/New_York', { sunday: [range] })
    expect(free(availability, '2026-11-01T00:00Z', '2026-11-02T00:00Z')).toEqual([expected])
  })

  it('gives the same answer to a window that begins or ends while they show it twice', () => {
    const availability = schedule('America/New_York', { sunday: ['01:15-01:45'] })
    expect(free(availability, '2026-11-01T05:50Z', '2026-11-01T06:05Z')).toEqual(['2026-11-01T05:50Z 2026-11-01T06:05Z'])
    expect(isFree(availability, at('2026-11-01T05:30Z'), at('2026-11-01T06:30Z'))).toBe(true)
    // At Troll clocks go back by two hours, over midnight in UTC.
    const troll = schedule('Antarctica/Troll', { sunday: ['01:15-01:45'] })
    expect(free(troll, '2026-10-25T00:30Z', '2026-10-26T00:00Z')).toEqual(['2026-10-25T00:30Z 2026-10-25T01:45Z'])
    expect(free(troll, '2026-10-24T00:00Z', '2026-10-25T00:00Z')).toEqual(['2026-10-24T23:15Z 2026-10-25T00:00Z'])
  })

  it('sees a change that is soon undone: Morocco is back on UTC for Ramadan', () => {
    const dates = { '2026-02-10': ['17:00-18:00'], '2026-03-01': ['17:00-18:00'], '2026-03-25': ['17:00-18:00'] }
    expect(free(schedule('Africa/Casablanca', {}, dates), '2026-02-01T00:00Z', '2026-04-01T00:00Z')).toEqual([
      '2026-02-10T16:00Z 2026-02-10T17:00Z',
      '2026-03-01T17:00Z 2026-03-01T18:00Z',
      '2026-03-25T16:00Z 2026-03-25T17:00Z',
    ])
  })

  it('knows a date that was never there: Samoa went from December 29 to 31 in 2011', () => {
    const availability = everyDay('Pacific/Apia', ['10:00-11:00'], { '2011-12-30': ['00:00-24:00'] })
    expect(free(availability, '2011-12-29T00:00Z', '2012-01-01T00:00Z')).toEqual([
      '2011-12-29T20:00Z 2011-12-29T21:00Z',
      '2011-12-30T20:00Z 2011-12-30T21:00Z',
      '2011-12-31T20:00Z 2011-12-31T21:00Z',
    ])
  })
})

describe('Who is free when', () => {
  const austin = schedule('America/Chicago', { monday: ['17:00-20:00'] })
  const boston = schedule('America/New_York', { monday: ['17:00-20:00'] })
  const ask = (...people: Availability[]) =>
    overlap(people, at('2026-06-01T00:00Z'), at('2026-06-08T00:00Z')).map((shared) => `${texts([shared])} ${shared.free}`)

  it('names who, from each change to the next', () => {
    expect(ask(austin, boston)).toEqual([
      '2026-06-01T21:00Z 2026-06-01T22:00Z 1',
      '2026-06-01T22:00Z 2026-06-02T00:00Z 0,1',
      '2026-06-02T00:00Z 2026-06-02T01:00Z 0',
    ])
    expect(ask()).toEqual([])
    expect(ask(schedule('UTC'), austin)).toEqual(['2026-06-01T22:00Z 2026-06-02T01:00Z 1'])
    expect(ask(austin, austin)).toEqual(['2026-06-01T22:00Z 2026-06-02T01:00Z 0,1'])
  })

  it('looks at 62 days and 100 people', () => {
    const always = everyDay('UTC', ['00:00-24:00'])
    const [all] = overlap(
      Array.from({ length: 120 }, () => always),
      0,
      Number.POSITIVE_INFINITY,
    )
    expect([all?.end, all?.free.length]).toEqual([62 * 864e5, 100])
  })
})

describe('Odd questions', () => {
  const always = everyDay('America/New_York', ['00:00-24:00'])

  it('looks at 400 days', () => {
    const start = at('2026-01-01T00:00Z')
    expect(freeIntervals(always, start, start + 500 * 864e5)).toEqual([{ start, end: start + 400 * 864e5 }])
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
  ])('from %d to %d there is nothing', (from, to) => {
    expect(freeIntervals(always, from, to)).toEqual([])
    expect(overlap([always], from, to)).toEqual([])
    expect(isFree(always, from, to)).toBe(false)
  })

  it('has no time before 1970 or after 9998', () => {
    expect(freeIntervals(always, Number.NEGATIVE_INFINITY, 1000)).toEqual([{ start: 0, end: 1000 }])
    const end = Date.UTC(9999, 0, 1)
    expect(freeIntervals(always, end - 1000, Number.POSITIVE_INFINITY)).toEqual([{ start: end - 1000, end }])
  })

  it('claims nothing for a zone it does not know', () => {
    const lost = everyDay('Mars/Olympus', ['00:00-24:00'])
    expect(freeIntervals(lost, 0, 1000)).toEqual([])
    expect(overlap([lost, always], 0, 1000)).toEqual([{ start: 0, end: 1000, free: [1] }])
  })

  it('makes the best of hours the contract would refuse', () => {
    const odd = schedule(
      'UTC',
      { monday: ['09:00-12:00', '10:00-11:00', '11:30-13:00', '15:00-14:00', 'x-y'] },
      { 'not-a-date': ['00:00-24:00'] },
    )
    expect(free(odd, '2026-06-01T00:00Z', '2026-06-08T00:00Z')).toEqual(['2026-06-01T09:00Z 2026-06-01T13:00Z'])
  })
})
