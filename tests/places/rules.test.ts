import { describe, expect, it } from 'vitest'
import { formatCourts } from '../../domain/places/format-courts.ts'
import {
  findSimilarPlaces,
  formatPlaceAddress,
  isPlayableZone,
  isSimilarName,
  listChanges,
  opennessOf,
  type PlaceFacts,
} from '../../domain/places/rules.ts'
import { eachWeekday } from '../../domain/time/clock.ts'
import { oakCourts } from './places.ts'

describe('The address of a game at a place', () => {
  it.each([
    ['12 Moreno Ave', 'Reno', 'NV', '12 Moreno Ave, Reno, NV'],
    ['5 Lincoln St', 'Lincoln', 'NE', '5 Lincoln St, Lincoln, NE'],
    ['400 Mesa Dr, Mesa, AZ 85201', 'Mesa', 'AZ', '400 Mesa Dr, Mesa, AZ 85201'],
    ['', 'Austin', 'TX', 'Austin, TX'],
    ['Gate 3', '', '', 'Gate 3'],
  ])('%j in %s, %s: %j', (address, cityName, cityState, words) => {
    expect(formatPlaceAddress({ address, cityName, cityState })).toBe(words)
  })
})

describe('Two names may mean the same place', () => {
  it.each([
    ['Northside Courts', 'northside court'],
    ['Northside Courts', 'The Northside Tennis Courts'],
    ['Café del Río', 'Cafe del Rio Park'],
    ['Zilker Park', 'Zilker'],
    ['Mueller Pitch', 'Muller Pitch'],
  ])('as with %s and %s', (a, b) => {
    expect(isSimilarName(a, b)).toBe(true)
    expect(isSimilarName(b, a)).toBe(true)
  })

  it.each([
    ['Northside Courts', 'Southside Hall'],
    ['Central Park', 'Memorial Park'],
    ['Courts', 'Field'],
    ['', 'Northside'],
    ['!!!', '???'],
  ])('but not with %s and %s', (a, b) => expect(isSimilarName(a, b)).toBe(false))

  it('if they are within a mile, while places next to the pin count with any name', () => {
    const point = { lat: 30, lng: -97 }
    const north = (miles: number) => 30 + miles / 69.1
    const places = [
      { id: 'namesake-far', name: 'Oak Courts', lat: north(1.1), lng: -97 },
      { id: 'namesake', name: 'Oak Courts', lat: north(0.9), lng: -97 },
      { id: 'neighbor', name: 'Elm Hall', lat: north(0.18), lng: -97 },
      { id: 'stranger', name: 'Elm Hall', lat: north(0.2), lng: -97 },
    ]
    expect(findSimilarPlaces(point, 'Oak', places).map(({ id }) => id)).toEqual(['neighbor', 'namesake'])
    expect(findSimilarPlaces(point, '', places).map(({ id }) => id)).toEqual(['neighbor'])
  })
})

describe('A place can be', () => {
  it.each(['Etc/GMT', 'Etc/GMT+12', 'Antarctica/McMurdo'])('nowhere in the zone %s', (zone) => expect(isPlayableZone(zone)).toBe(false))
  it.each(['America/Chicago', 'Pacific/Honolulu', 'America/Adak'])('in the zone %s', (zone) => expect(isPlayableZone(zone)).toBe(true))
})

describe('The changes of a place', () => {
  it('list each changed field with its old and new value', () => {
    const before: PlaceFacts = {
      ...oakCourts,
      activities: ['tennis'],
      courts: 2,
      hasLights: false,
      timeZone: 'America/Chicago',
      photos: [],
      isDeleted: false,
    }
    expect(listChanges(before, { ...before })).toEqual({})
    expect(listChanges(before, { ...before, courts: 4, activities: ['tennis', 'pickleball'], hasLights: true })).toEqual({
      activities: [['tennis'], ['tennis', 'pickleball']],
      courts: [2, 4],
      hasLights: [false, true],
    })
  })
})

describe('The number of courts', () => {
  it.each([
    [4, ['pickleball'], '4 courts'],
    [1, ['tennis'], '1 court'],
    [18, ['disc-golf'], '18 holes'],
    [1, ['soccer', 'tennis'], '1 field'],
    [2, [], '2 courts'],
  ])('is named by what the first activity is played on: %d for %j', (count, activities, text) => {
    expect(formatCourts(count, activities)).toBe(text)
  })
})

describe('The opening hours', () => {
  const hours = (startTime: string, endTime: string) => eachWeekday(() => ({ isAvailable: true, timeRanges: [{ startTime, endTime }] }))
  const zone = 'America/New_York'
  // Friday, noon in New York.
  const noon = Date.UTC(2026, 10, 20, 17)

  it('are in the local time of the place', () => {
    expect(opennessOf(hours('08:00', '22:00'), zone, noon)).toEqual({ state: 'open', until: Date.UTC(2026, 10, 21, 3) })
    expect(opennessOf(hours('08:00', '22:00'), 'Pacific/Honolulu', noon)).toEqual({ state: 'closed', opensAt: Date.UTC(2026, 10, 20, 18) })
    expect(opennessOf(hours('13:00', '14:00'), zone, noon)).toEqual({ state: 'closed', opensAt: noon + 3_600_000 })
  })

  it('continue after midnight as one period', () => {
    const late = eachWeekday(() => ({
      isAvailable: true,
      timeRanges: [
        { startTime: '00:00', endTime: '02:00' },
        { startTime: '10:00', endTime: '24:00' },
      ],
    }))
    expect(opennessOf(late, zone, noon)).toEqual({ state: 'open', until: Date.UTC(2026, 10, 21, 7) })
  })

  it('can be unknown, none, or around the clock', () => {
    expect(opennessOf(null, zone, noon)).toEqual({ state: 'unknown' })
    expect(
      opennessOf(
        eachWeekday(() => ({ isAvailable: false, timeRanges: [] })),
        zone,
        noon,
      ),
    ).toEqual({ state: 'never' })
    expect(opennessOf(hours('00:00', '24:00'), zone, noon)).toEqual({ state: 'open', until: null })
  })

  it('are right on days when clocks change', () => {
    // November 1, 2026: 1:30 occurs twice in New York.
    const night = Date.UTC(2026, 10, 1, 6, 15)
    expect(opennessOf(hours('00:00', '01:30'), zone, night)).toMatchObject({ state: 'open', until: Date.UTC(2026, 10, 1, 6, 30) })
    // March 8, 2026: 2:00 to 3:00 does not exist.
    expect(opennessOf(hours('02:00', '03:00'), zone, Date.UTC(2026, 2, 8, 6, 59))).toEqual({
      state: 'closed',
      opensAt: Date.UTC(2026, 2, 9, 6),
    })
  })
})
