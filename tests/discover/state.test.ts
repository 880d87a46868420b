import { describe, expect, it } from 'vitest'
import { newPlacePath, startOf } from '../../domain/discover/circle.ts'
import { noFilters, toDiscoverFilters } from '../../domain/discover/filters.ts'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import {
  anywhere,
  aroundCity,
  boundsOf,
  cityDiscover,
  fillCity,
  followedDiscover,
  forViewer,
  hasPlace,
  nation,
  placesSearch,
  shownBounds,
  startState,
  writeDiscoverState,
} from '../../domain/discover/state.ts'

const austin = { id: 4671654, lat: 30.26715, lng: -97.74306 }
const read = (query: string) => readDiscoverState(new URLSearchParams(query))

describe('What the address of discover says', () => {
  it('is read as it was written', () => {
    const state = {
      ...aroundCity(
        { ...startState, filters: { ...toDiscoverFilters(noFilters), activities: ['tennis' as const], seatsLeft: 2 } },
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
  ])('passes over %j', (query) => expect(read(query)).toEqual(startState))

  it('looks at the map as it was moved, else at the circle, else at the country', () => {
    expect(boundsOf(startState)).toEqual(nation)
    const around = aroundCity(startState, austin)
    expect(boundsOf(around).north).toBeCloseTo(30.484, 2)
    const view = { south: 1, north: 2, west: 179, east: -179 }
    expect(boundsOf({ ...around, view })).toEqual(view)
    const some = [
      { ...startState, teamId: 'a' },
      { ...startState, isFollowed: true },
    ]
    expect([startState, around, { ...startState, view }, ...some].map(hasPlace)).toEqual([false, true, true, true, true])
    expect(hasPlace(anywhere({ ...around, view }))).toBe(false)
  })

  it('shows of a community where its games are, else where it is at home', () => {
    const ofTeam = read('team=a')
    const games = [
      { lat: 30, lng: -98 },
      { lat: 41, lng: -74 },
    ]
    const { south, north, west, east } = shownBounds(ofTeam, games, austin)
    expect([south, north, west, east]).toEqual([29.93, 41.07, -98.08, -73.9].map((corner) => expect.closeTo(corner, 1)))
    expect(shownBounds(ofTeam, [], austin)).toEqual(boundsOf(aroundCity(startState, austin)))
    expect(shownBounds(ofTeam, [], null)).toEqual(nation)
    expect(shownBounds(read('hosts=followed'), games, null)).toEqual(shownBounds(ofTeam, games, austin))
    expect(shownBounds({ ...ofTeam, view: nation }, games, austin)).toEqual(nation)
    expect(shownBounds(startState, games, austin)).toEqual(nation)
  })

  it('knows nobody whom a stranger follows', () => {
    const followed = read(followedDiscover.split('?')[1] ?? '')
    expect(forViewer(followed, true)).toEqual({ ...startState, isFollowed: true })
    expect(forViewer(followed, false)).toEqual(startState)
  })

  it('finds out where a city is that is only named', () => {
    expect(fillCity(read('city=4671654'), austin)).toEqual(read(cityDiscover(austin).split('?')[1] ?? ''))
    expect(fillCity(read('city=5'), austin)).toEqual(read('city=5'))
  })

  it('asks for places in degrees there are, also around the date line', () => {
    const fiji = aroundCity(startState, { id: 1, lat: -16.8, lng: 179.95 }, 50)
    const { west, east } = placesSearch(fiji, ['lights'])
    expect([Number(west), Number(east)]).toEqual([expect.closeTo(179.19, 1), expect.closeTo(-179.29, 1)])
  })

  it('asks for places of each activity that is looked for', () => {
    expect(placesSearch(read('activity=tennis,pickleball'), []).activity?.split(',').toSorted()).toEqual(['pickleball', 'tennis'])
    expect(placesSearch(startState, [])).not.toHaveProperty('activity')
  })
})

describe('The way to put a place on the map', () => {
  const startsAt = (query: string) => {
    const path = newPlacePath(read(query))
    expect(path).toMatch(/^\/places\/new(\?|$)/)
    return startOf(read(path.split('?')[1] ?? ''))
  }

  it('begins where one was looking, and says nothing else', () => {
    expect(startsAt('lat=30.3&lng=-104&radius=10&activity=tennis&past=1')).toEqual({ lat: 30.3, lng: -104, miles: 10 })
    expect(startsAt('lat=30.3&lng=-104&radius=10&south=40&north=40.2&west=-74.1&east=-74')).toEqual({
      ...{ lat: expect.closeTo(40.1, 4), lng: expect.closeTo(-74.05, 4), miles: 7 },
    })
    expect(newPlacePath(read('activity=tennis'))).toBe('/places/new')
    expect(startsAt('')).toBeNull()
    expect(startsAt('south=1&north=2&west=179&east=-179')).toBeNull()
  })
})
