import { describe, expect, it } from 'vitest'
import { expandSeries, formatSeriesFault, type Series } from '../../domain/time/expand-series.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'

const weekly: Series = {
  date: '2026-02-28',
  startTime: '07:00',
  durationMinutes: 120,
  zone: 'America/New_York',
  rule: { every: 'week', interval: 1, count: 3 },
  exceptions: [],
}

function occurrencesOf(change: Partial<Series>, maxDates = 60) {
  const series = expandSeries({ ...weekly, ...change }, maxDates)
  if (series.fault !== null) throw new Error(series.fault)
  return series.occurrences
}
const datesOf = (change: Partial<Series>) => occurrencesOf(change).map(({ date }) => date)
const faultOf = (change: Partial<Series>) => expandSeries({ ...weekly, ...change }, 60).fault

describe('A series', () => {
  it.each([
    ['America/New_York', '2026-02-28', '2026-03-14', -1],
    ['America/New_York', '2026-10-24', '2026-11-07', 1],
    ['Australia/Sydney', '2026-03-28', '2026-04-11', 1],
    ['Australia/Sydney', '2026-09-26', '2026-10-10', -1],
    ['America/Phoenix', '2026-02-28', '2026-03-14', 0],
  ])('keeps its local time in %s from %s to %s, when the clocks change by %i hours', (zone, date, last, extraHours) => {
    const occurrences = occurrencesOf({ zone, date })
    expect(occurrences.at(-1)?.date).toBe(last)
    for (const { startsAt, endsAt } of occurrences) {
      expect(instantToLocal(startsAt, zone).time).toBe('07:00')
      expect(endsAt - startsAt).toBe(2 * 3_600_000)
    }
    const elapsed = ((occurrences.at(-1)?.startsAt ?? 0) - (occurrences[0]?.startsAt ?? 0)) / 3_600_000
    expect(elapsed - 14 * 24).toBe(extraHours)
  })

  it('has a date on each chosen weekday, from its first date on', () => {
    const rule = { every: 'week', interval: 2, weekdays: ['sunday', 'tuesday'], until: '2026-04-01' } as const
    expect(datesOf({ date: '2026-03-04', rule })).toEqual(['2026-03-08', '2026-03-17', '2026-03-22', '2026-03-31'])
    expect(datesOf({ rule: { every: 'week', interval: 1, weekdays: [], count: 2, until: null } })).toEqual(['2026-02-28', '2026-03-07'])
  })

  it('can repeat by days or months, and skips months that do not have the day', () => {
    expect(datesOf({ rule: { every: 'day', interval: 12, count: 3 } })).toEqual(['2026-02-28', '2026-03-12', '2026-03-24'])
    expect(datesOf({ date: '2026-01-31', rule: { every: 'month', interval: 1, count: 4 } })).toEqual([
      '2026-01-31',
      '2026-03-31',
      '2026-05-31',
      '2026-07-31',
    ])
    expect(datesOf({ date: '2024-02-29', rule: { every: 'month', interval: 12, count: 3 } })).toEqual([
      '2024-02-29',
      '2028-02-29',
      '2032-02-29',
    ])
  })

  it('counts dates that are left out, as calendars do', () => {
    expect(datesOf({ exceptions: ['2026-03-07', '2030-01-01'] })).toEqual(['2026-02-28', '2026-03-14'])
  })

  it('moves a time that the clocks skip to the next one that exists, and marks it as moved', () => {
    const occurrences = occurrencesOf({ date: '2026-03-07', startTime: '02:30', rule: { every: 'day', interval: 1, count: 3 } })
    expect(occurrences.map(({ date, time, isMoved }) => [date, time, isMoved])).toEqual([
      ['2026-03-07', '02:30', false],
      ['2026-03-08', '03:00', true],
      ['2026-03-09', '02:30', false],
    ])
  })

  it('is refused quickly if it is too long', () => {
    expect(datesOf({ rule: { every: 'day', interval: 1, count: 60 } })).toHaveLength(60)
    const started = performance.now()
    expect(faultOf({ rule: { every: 'day', interval: 1, count: 61 } })).toBe('tooMany')
    expect(faultOf({ rule: { every: 'day', interval: 1, count: 10_000 } })).toBe('tooMany')
    expect(faultOf({ rule: { every: 'day', interval: 1, until: '9999-12-31' } })).toBe('tooMany')
    expect(faultOf({ rule: { every: 'week', interval: 1, until: '2027-12-31' } })).toBe('tooMany')
    expect(performance.now() - started).toBeLessThan(2000)
    expect(formatSeriesFault('tooMany', 60)).toBe(
      'A series can have up to 60 dates. Choose an earlier end, and create another series later.',
    )
  })

  it('is refused if a value is invalid', () => {
    expect(faultOf({ rule: { every: 'week', interval: 1 } })).toBe('endless')
    expect(faultOf({ rule: { every: 'week', interval: 13, count: 2 } })).toBe('notAnInterval')
    expect(faultOf({ rule: { every: 'week', interval: 1.5, count: 2 } })).toBe('notAnInterval')
    expect(faultOf({ rule: { every: 'week', interval: 1, count: 0 } })).toBe('notACount')
    expect(faultOf({ rule: { every: 'week', interval: 1, until: '2026-02-27' } })).toBe('endsBefore')
    expect(faultOf({ rule: { every: 'week', interval: 1, until: '2026-02-30' } })).toBe('notADate')
    expect(faultOf({ date: '2026-13-01' })).toBe('notADate')
    expect(faultOf({ startTime: '25:00' })).toBe('notATime')
    expect(faultOf({ zone: 'Mars/Olympus' })).toBe('notAZone')
    expect(faultOf({ exceptions: ['2026-02-28', '2026-03-07', '2026-03-14'] })).toBe('none')
  })
})
