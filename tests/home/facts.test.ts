import { describe, expect, it } from 'vitest'
import { findSunset } from '../../domain/geo/find-sunset.ts'
import { describeDaylight } from '../../domain/home/describe-daylight.ts'
import { formatCountdown } from '../../domain/home/format-countdown.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'

const austin = { lat: 30.27, lng: -97.74 }
const sydney = { lat: -33.87, lng: 151.21 }
const within = (found: number | null, expected: number) => Math.abs((found ?? 0) - expected) / minute

describe('The sunset', () => {
  it('is that of the almanac, to three minutes', () => {
    expect(within(findSunset(austin, Date.UTC(2026, 5, 21, 18)), Date.UTC(2026, 5, 22, 1, 35))).toBeLessThanOrEqual(3)
    expect(within(findSunset(austin, Date.UTC(2026, 11, 21, 18)), Date.UTC(2026, 11, 21, 23, 35))).toBeLessThanOrEqual(3)
    expect(within(findSunset({ lat: 51.48, lng: 0 }, Date.UTC(2026, 2, 20, 12)), Date.UTC(2026, 2, 20, 18, 14))).toBeLessThanOrEqual(3)
    expect(within(findSunset(sydney, Date.UTC(2026, 11, 21, 2)), Date.UTC(2026, 11, 21, 9, 5))).toBeLessThanOrEqual(3)
  })

  it('is of the day of the game, early and late', () => {
    const evening = findSunset(austin, Date.UTC(2026, 5, 22, 3))
    expect(evening).toBe(findSunset(austin, Date.UTC(2026, 5, 21, 12)))
  })

  it('is missing where the sun does not set, or does not rise', () => {
    expect(findSunset({ lat: 71.29, lng: -156.79 }, Date.UTC(2026, 5, 21, 20))).toBeNull()
    expect(findSunset({ lat: 71.29, lng: -156.79 }, Date.UTC(2026, 11, 21, 20))).toBeNull()
  })
})

it('A game says whether it gets dark before it starts or ends', () => {
  const at = (startsAt: number) =>
    describeDaylight({ startsAt, endsAt: startsAt + 2 * hour, timeZone: 'America/Chicago', where: austin }, 'en-US')
  const sunset = findSunset(austin, Date.UTC(2026, 11, 21, 18)) ?? 0
  expect(at(sunset - 3 * hour)).toMatch(/^Sunset at 5:3\d PM$/)
  expect(at(sunset - hour)).toMatch(/, before the game ends$/)
  expect(at(sunset)).toMatch(/, before the game starts$/)
})

it('The countdown counts days, then hours and minutes', () => {
  const left = (span: number) => formatCountdown(1e12 + span, 1e12)
  expect([3 * day + hour, 2 * day, 2 * day - 1, 16 * hour + 20 * minute, hour, hour - 1, 5 * minute, 1, 0, -1].map(left)).toEqual([
    ...['in 3 days', 'in 2 days', 'in 48 h', 'in 16 h 20 min', 'in 1 h', 'in 1 h', 'in 5 min', 'in 1 min', null, null],
  ])
})
