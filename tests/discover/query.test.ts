import { describe, expect, it } from 'vitest'
import type { DiscoverFilters, NamedFilters } from '../../domain/discover/filter-contract.ts'
import { noFilters, toDiscoverFilters } from '../../domain/discover/filters.ts'
import { readDiscoverQuery } from '../../domain/discover/read-query.ts'
import { writeDiscoverQuery } from '../../domain/discover/write-query.ts'

const allFilters: NamedFilters = {
  activities: ['pickleball', 'tennis'],
  withoutActivities: ['golf'],
  city: { id: 4671654, name: 'Austin', state: 'TX', lat: 30.26715, lng: -97.74306 },
  radius: 10,
  from: '2026-11-21',
  to: '2026-11-22',
  weekdays: ['saturday', 'sunday'],
  withoutWeekdays: ['friday'],
  timeOfDay: { from: 300, to: 720 },
  withoutTimeOfDay: { from: 540, to: 630 },
  level: { min: 2, max: 3.5 },
  price: { maxCents: 750 },
  seatsLeft: 2,
  kind: 'players',
}

const readBack = (filters: DiscoverFilters) => readDiscoverQuery(new URLSearchParams(writeDiscoverQuery(filters)))
const read = (query: string) => readDiscoverQuery(new URLSearchParams(query))
const emptyFilters = toDiscoverFilters(noFilters)

describe('The query of /discover', () => {
  it('is readable for people, and is read back without a change', () => {
    const filters = toDiscoverFilters(allFilters, 'sunrise & co')
    expect(writeDiscoverQuery(filters)).toBe(
      'activity=pickleball,tennis&not=golf&city=4671654&lat=30.26715&lng=-97.74306&radius=10&from=2026-11-21&to=2026-11-22&days=sat,sun&notdays=fri&time=morning&nottime=09:00-10:30&level=2-3.5&price=7.5&seats=2&kind=players&q=sunrise+%26+co',
    )
    expect(readBack(filters)).toEqual(filters)
  })

  it.each<Partial<NamedFilters>>([
    { price: 'free' },
    { price: 'paid' },
    { level: { min: 3, max: 3 } },
    { timeOfDay: { from: 0, to: 1440 } },
    { timeOfDay: { from: 1020, to: 1440 } },
    { city: { id: 1, name: 'Rome', state: 'GA', lat: 0, lng: 0 } },
  ])('is read back for %o', (filtersToRead) => {
    const filters = toDiscoverFilters({ ...noFilters, ...filtersToRead })
    expect(readBack(filters)).toEqual(filters)
  })

  it('is empty without filters', () => {
    expect(writeDiscoverQuery(emptyFilters)).toBe('')
    expect(read('')).toEqual(emptyFilters)
  })

  it.each([
    'activity=quidditch',
    'activity=__proto__',
    'city=0',
    'city=1e9',
    'lat=91&lng=0',
    'lat=30',
    'radius=0',
    'radius=1000',
    'radius=1.5',
    'from=2026-02-30',
    'to=tomorrow',
    'days=caturday',
    'time=22:00-20:00',
    'time=25:00-26:00',
    'time=constructor',
    'time=morning-noon',
    'level=0',
    'level=2-9',
    'level=3-2',
    'level=2.25',
    'level=1-2-3',
    'level=',
    'free=yes',
    'paid=yes',
    'price=-5',
    'price=0',
    'seats=0',
    'seats=many',
    'kind=dogs',
  ])('ignores %s', (query) => {
    expect(read(query)).toEqual(emptyFilters)
  })

  it('keeps valid values next to invalid ones', () => {
    expect(read('activity=tennis,quidditch,tennis&radius=x&days=sun,mon')).toEqual({
      ...emptyFilters,
      activities: ['tennis'],
      weekdays: ['monday', 'sunday'],
    })
  })

  it('cuts off a search text that is too long', () => {
    expect(read(`q=${'a'.repeat(10_000)}`).q).toHaveLength(200)
    expect(read(`activity=${'tennis,'.repeat(10_000)}`).activities).toEqual(['tennis'])
  })
})
