import { afterEach, expect, it, vi } from 'vitest'
import { formatDates, listQuickDates } from '../../web/discover/format-dates.ts'

afterEach(() => vi.useRealTimers())

const weekendFrom = (today: string) => {
  vi.useFakeTimers({ now: Date.parse(`${today}T15:00:00Z`) })
  return listQuickDates().find(({ id }) => id === 'weekend')?.dates
}

it.each([
  ['2026-11-20', '2026-11-21', '2026-11-22'], // Friday
  ['2026-11-21', '2026-11-21', '2026-11-22'], // Saturday
  ['2026-11-22', '2026-11-22', '2026-11-22'], // Sunday
  ['2026-11-23', '2026-11-28', '2026-11-29'], // Monday
])('on %s the weekend is %s to %s', (today, from, to) => {
  expect(weekendFrom(today)).toEqual({ from, to })
})

it('continues into the next month and year', () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-31T15:00:00Z') })
  expect(listQuickDates().map(({ dates }) => dates)).toEqual([
    { from: '2026-12-31', to: '2026-12-31' },
    { from: '2027-01-01', to: '2027-01-01' },
    { from: '2027-01-02', to: '2027-01-03' },
    { from: '2026-12-31', to: '2027-01-06' },
  ])
})

it('shows quick dates by name and other dates as they are', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T15:00:00Z') })
  expect(formatDates({ from: '2026-11-21', to: '2026-11-22' })).toBe('This weekend')
  expect(formatDates({ from: '2026-12-24', to: '2026-12-24' })).toBe('Dec 24')
  expect(formatDates({ from: '2026-12-24', to: null })).toBe('From Dec 24')
  expect(formatDates({ from: null, to: '2026-12-24' })).toBe('Until Dec 24')
  expect(formatDates({ from: '2026-12-24', to: '2026-12-01' })).toBe('No day')
  expect(formatDates({ from: null, to: null })).toBeNull()
})
