import { describe, expect, it } from 'vitest'
import { getMapStart, newPlacePath } from '../../domain/discover/circle.ts'
import { noFilters, toDiscoverFilters } from '../../domain/discover/filters.ts'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import {
  adaptToViewer,
  addCityLocation,
  cityDiscoverPath,
  countryBounds,
  defaultDiscoverState,
  followedDiscoverPath,
  getMapBounds,
  getSearchBounds,
  hasLocation,
  moveToCity,
  removeLocation,
  toPlacesQuery,
  writeDiscoverState,
} from '../../domain/discover/state.ts'
import { writeTeamGames } from '../../domain/discover/team-games.ts'

const austin = { id: 4671654, lat: 30.26715, lng: -97.74306 }
const read = (query: string) => readDiscoverState(new URLSearchParams(query))

describe('The discover state in the URL', () => {
  it('is the same for the page of a community, which writes it by itself', () => {
    for (const teamId of ['sunset-smashers', 'a b&c=d, é']) {
      for (const isPast of [false, true]) {
        expect(writeTeamGames(teamId, isPast)).toBe(writeDiscoverState({ ...defaultDiscoverState, teamId, order: 'date', isPast }))
      }
    }
  })

  it('is read back without a change', () => {
    const state = {
      ...moveToCity(
        { ...defaultDiscoverState, filters: { ...toDiscoverFilters(noFilters), activities: ['tennis' as const], seatsLeft: 2 } },
        austin,
        25,
      ),
      view: { south: 30.1, north: 30.5, west: -98, east: -97.5 },
      order: 'date' as const,
      isPast: true,
      teamId: 'team-1',
      isFollowed: true,
    }
    expect(read(writeDiscoverState(state))).toEqual(state)
  })

  it.each([
    '',
    'order=worst&past=2&team=%3Cb%3E&hosts=all',
    'south=91&north=92&west=0&east=1',
    'south=1&north=2&west=3',
    'south=1&north=2&west=x&east=1',
  ])('ignores invalid values in %j', (query) => expect(read(query)).toEqual(defaultDiscoverState))

  it('searches the map view, else the circle around the center, else the whole country', () => {
    expect(getSearchBounds(defaultDiscoverState)).toEqual(countryBounds)
    const around = moveToCity(defaultDiscoverState, austin)
    expect(getSearchBounds(around).north).toBeCloseTo(30.484, 2)
    const view = { south: 1, north: 2, west: 179, east: -179 }
    expect(getSearchBounds({ ...around, view })).toEqual(view)
    const hostFilters = [
      { ...defaultDiscoverState, teamId: 'a' },
      { ...defaultDiscoverState, isFollowed: true },
    ]
    expect([defaultDiscoverState, around, { ...defaultDiscoverState, view }, ...hostFilters].map(hasLocation)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
    expect(hasLocation(removeLocation({ ...around, view }))).toBe(false)
  })

  it('shows the area of a community’s games, or else its city', () => {
    const teamState = read('team=a')
    const games = [
      { lat: 30, lng: -98 },
      { lat: 41, lng: -74 },
    ]
    const { south, north, west, east } = getMapBounds(teamState, games, austin)
    expect([south, north, west, east]).toEqual([29.93, 41.07, -98.08, -73.9].map((corner) => expect.closeTo(corner, 1)))
    expect(getMapBounds(teamState, [], austin)).toEqual(getSearchBounds(moveToCity(defaultDiscoverState, austin)))
    expect(getMapBounds(teamState, [], null)).toEqual(countryBounds)
    expect(getMapBounds(read('hosts=followed'), games, null)).toEqual(getMapBounds(teamState, games, austin))
    expect(getMapBounds({ ...teamState, view: countryBounds }, games, austin)).toEqual(countryBounds)
    expect(getMapBounds(defaultDiscoverState, games, austin)).toEqual(countryBounds)
  })

  it('drops the filter for followed hosts for signed-out viewers', () => {
    const followed = read(followedDiscoverPath.split('?')[1] ?? '')
    expect(adaptToViewer(followed, true)).toEqual({ ...defaultDiscoverState, isFollowed: true })
    expect(adaptToViewer(followed, false)).toEqual(defaultDiscoverState)
  })

  it('adds the location of a city if it has only the id', () => {
    expect(addCityLocation(read('city=4671654'), austin)).toEqual(read(cityDiscoverPath(austin).split('?')[1] ?? ''))
    expect(addCityLocation(read('city=5'), austin)).toEqual(read('city=5'))
  })

  it('searches for places with valid degrees, also across the date line', () => {
    const fiji = moveToCity(defaultDiscoverState, { id: 1, lat: -16.8, lng: 179.95 }, 50)
    const { west, east } = toPlacesQuery(fiji, ['lights'])
    expect([Number(west), Number(east)]).toEqual([expect.closeTo(179.19, 1), expect.closeTo(-179.29, 1)])
  })

  it('searches for places of all chosen activities', () => {
    expect(toPlacesQuery(read('activity=tennis,pickleball'), []).activity?.split(',').toSorted()).toEqual(['pickleball', 'tennis'])
    expect(toPlacesQuery(defaultDiscoverState, [])).not.toHaveProperty('activity')
  })
})

describe('The URL to add a place', () => {
  const readStart = (query: string) => {
    const path = newPlacePath(read(query))
    expect(path).toMatch(/^\/places\/new(\?|$)/)
    return getMapStart(read(path.split('?')[1] ?? ''))
  }

  it('has the location of the map and nothing else', () => {
    expect(readStart('lat=30.3&lng=-104&radius=10&activity=tennis&past=1')).toEqual({ lat: 30.3, lng: -104, miles: 10 })
    expect(readStart('lat=30.3&lng=-104&radius=10&south=40&north=40.2&west=-74.1&east=-74')).toEqual({
      ...{ lat: expect.closeTo(40.1, 4), lng: expect.closeTo(-74.05, 4), miles: 7 },
    })
    expect(newPlacePath(read('activity=tennis'))).toBe('/places/new')
    expect(readStart('')).toBeNull()
    expect(readStart('south=1&north=2&west=179&east=-179')).toBeNull()
  })
})
