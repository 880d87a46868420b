import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Availability, PlainDate, TimeZone } from '../../domain/availability/contract.ts'
import { makeEmptyAvailability } from '../../domain/availability/rules.ts'
import { range, schedule } from './schedules.ts'

const listFaults = (input: unknown) => {
  const { issues } = v.safeParse(Availability, input)
  return (issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
}

describe('The availability contract', () => {
  it('accepts a week with an evening, a range until midnight, a whole day and a day off', () => {
    const week = { monday: ['17:00-20:00'], friday: ['08:00-09:30', '09:30-11:00', '22:15-24:00'], sunday: ['00:00-24:00'] }
    expect(listFaults(schedule('America/Chicago', week, { '2026-12-25': [], '2028-02-29': ['10:00-12:00'] }))).toEqual([])
    expect(listFaults(makeEmptyAvailability('UTC'))).toEqual([])
  })

  it.each([
    ['24:00-24:00', 'startTime: Start times run from 00:00 to 23:59.'],
    ['7:00-09:00', 'startTime: Start times run from 00:00 to 23:59.'],
    ['17:60-19:00', 'startTime: Start times run from 00:00 to 23:59.'],
    ['17:00-24:01', 'endTime: End times run from 00:00 to 24:00.'],
    ['17:00-', 'endTime: End times run from 00:00 to 24:00.'],
    ['20:00-17:00', 'endTime: The end must be later than the start.'],
    ['17:00-17:00', 'endTime: The end must be later than the start.'],
  ])('refuses %s', (text, fault) => {
    expect(listFaults(schedule('UTC', { tuesday: [text] }))).toContain(`weeklyAvailability.tuesday.timeRanges.0.${fault}`)
    expect(listFaults(schedule('UTC', {}, { '2026-05-01': [text] }))).toContain(`dateSpecificAvailability.0.timeRanges.0.${fault}`)
  })

  it('reports both ranges that overlap', () => {
    expect(listFaults(schedule('UTC', { monday: ['17:00-20:00', '10:00-11:00', '19:00-21:00'] }))).toEqual([
      'weeklyAvailability.monday.timeRanges.0.startTime: Overlapping times with another range.',
      'weeklyAvailability.monday.timeRanges.2.startTime: Overlapping times with another range.',
    ])
  })

  it('allows 12 ranges per day and 366 different dates', () => {
    const ranges = (count: number) =>
      Array.from({ length: count }, (_, i) => `${String(i + 1).padStart(2, '0')}:00-${String(i + 1).padStart(2, '0')}:30`)
    expect(listFaults(schedule('UTC', { monday: ranges(12) }))).toEqual([])
    expect(listFaults(schedule('UTC', { monday: ranges(13) }))).toEqual([
      'weeklyAvailability.monday.timeRanges: A day can have up to 12 ranges.',
    ])
    const dates = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ date: new Date(Date.UTC(2028, 0, 1 + i)).toISOString().slice(0, 10), timeRanges: [] }))
    const withDates = (list: unknown[]) => listFaults({ ...schedule('UTC'), dateSpecificAvailability: list })
    expect(withDates(dates(366))).toEqual([])
    expect(withDates(dates(367))).toEqual(['dateSpecificAvailability: You can have up to 366 dates. Remove one first.'])
    expect(withDates([...dates(2), ...dates(1)])).toEqual(['dateSpecificAvailability: Add each date only once.'])
  })

  it('refuses an available day without hours and an unavailable day with hours', () => {
    const { weeklyAvailability, ...rest } = schedule('UTC')
    for (const monday of [
      { isAvailable: true, timeRanges: [] },
      { isAvailable: false, timeRanges: [range('17:00-20:00')] },
    ]) {
      expect(listFaults({ ...rest, weeklyAvailability: { ...weeklyAvailability, monday } })).toHaveLength(1)
    }
  })

  it.each([null, 'x', {}, { ...schedule('UTC'), weeklyAvailability: [] }, { ...schedule('UTC'), dateSpecificAvailability: { length: 1 } }])(
    'refuses %j',
    (input) => expect(listFaults(input)).not.toEqual([]),
  )

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '2026-03-08T00:00', '0000-01-01x', ''])(
    'does not accept "%s" as a date',
    (text) => expect(v.is(PlainDate, text)).toBe(false),
  )

  it.each(['America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'UTC'])(
    'accepts %s as a time zone',
    (zone) => expect(v.is(TimeZone, zone)).toBe(true),
  )

  it.each(['', 'Mars/Olympus', '+05:00', '-08', 'America/New_York ', 'A'.repeat(100_000), 'America/\u0000'])(
    'does not accept "%s" as a time zone',
    (zone) => expect(v.is(TimeZone, zone)).toBe(false),
  )

  it('can be converted to JSON Schema', () => {
    expect(toJsonSchema(Availability, { errorMode: 'ignore' })).toMatchObject({
      required: ['timeZone', 'weeklyAvailability', 'dateSpecificAvailability'],
    })
  })
})
