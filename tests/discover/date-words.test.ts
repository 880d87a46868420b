import { afterEach, expect, it, vi } from 'vitest'
import { dateWords, quickDates } from '../../web/discover/date-words.ts'

afterEach(() => vi.useRealTimers())

const weekendFrom = (today: string) => {
  vi.useFakeTimers({ now: Date.parse(`${today}T15:00:00Z`) })
  return quickDates().find(({ id }) => id === 'weekend')?.dates
}

it.each([
  ['2026-11-20', '2026-11-21', '2026-11-22'], // a Friday
  ['2026-11-21', '2026-11-21', '2026-11-22'], // Saturday
  ['2026-11-22', '2026-11-22', '2026-11-22'], // Sunday
  ['2026-11-23', '2026-11-28', '2026-11-29'], // Monday
])('on %s the weekend is %s to %s', (today, from, to) => {
  expect(weekendFrom(today)).toEqual({ from, to })
})

it('counts over the ends of months and years', () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-31T15:00:00Z') })
  expect(quickDates().map(({ dates }) => dates)).toEqual([
    { from: '2026-12-31', to: '2026-12-31' },
    { from: '2027-01-01', to: '2027-01-01' },
    { from: '2027-01-02', to: '2027-01-03' },
    { from: '2026-12-31', to: '2027-01-06' },
  ])
})

it('says quick dates by their names, and others as they are', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T15:00:00Z') })
  expect(dateWords({ from: '2026-11-21', to: '2026-11-22' })).toBe('This weekend')
  expect(dateWords({ from: '2026-12-24', to: '2026-12-24' })).toBe('Dec 24')
  expect(dateWords({ from: '2026-12-24', to: null })).toBe('From Dec 24')
  expect(dateWords({ from: null, to: '2026-12-24' })).toBe('Until Dec 24')
  expect(dateWords({ from: '2026-12-24', to: '2026-12-01' })).toBe('No day')
  expect(dateWords({ from: null, to: null })).toBeNull()
})
