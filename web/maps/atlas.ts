import stateUrls from 'virtual:state-atlas'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import statesUrl from 'us-atlas/states-10m.json?url&no-inline'
import * as v from 'valibot'
import type { LatLng } from '../../domain/geo/contract.ts'
import { StateAtlas, stepsPerDegree } from '../../domain/maps/contract.ts'
import { type MapCity, readLine } from '../../domain/maps/rules.ts'
import { type StateCode, stateCodes, usStates } from '../../domain/us-states.ts'

export type Ring = [lat: number, lng: number][]
type Box = { south: number; north: number; west: number; east: number }

/** The land of a state. Each part has its outline first, then its holes, and the box around it. */
export type StateShape = { code: StateCode; parts: { rings: Ring[]; box: Box }[] }

/** The counties and cities of a state, drawn when the map is zoomed in. */
export type StateDetail = { lines: Ring[]; cities: MapCity[] }

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The map file could not be loaded: status ${response.status}`)
  return response.json()
}

/** Loads each value once. After a failed load, the next call tries again. */
function cacheLoads<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const cache = new Map<Key, Promise<Value>>()
  return (key) => {
    const value = cache.get(key) ?? load(key)
    cache.set(key, value)
    value.catch(() => cache.delete(key))
    return value
  }
}

const loadStatesOnce = cacheLoads(async (_: 'all'): Promise<StateShape[]> => {
  const topology = (await fetchJson(statesUrl)) as Topology<{ states: GeometryCollection<{ name: string }> }>
  const codeByName = new Map(stateCodes.map((code) => [usStates[code] as string, code]))
  return feature(topology, topology.objects.states).features.flatMap(({ geometry, properties }) => {
    const code = codeByName.get(properties.name)
    if (!code || (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon')) return []
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    const parts = polygons.map((polygon) => {
      const rings = polygon.map((ring) => ring.map(([lng = 0, lat = 0]): [number, number] => [lat, lng]))
      return { rings, box: boxAround(rings[0] ?? []) }
    })
    return [{ code, parts }]
  })
})

export const loadStates = () => loadStatesOnce('all')

export const loadState = cacheLoads(async (code: StateCode): Promise<StateDetail> => {
  const { lines, cities } = v.parse(StateAtlas, await fetchJson(stateUrls[code]))
  return {
    lines: lines.map(readLine),
    cities: cities.map(([name, x, y, thousands]) => ({ name, state: code, lat: y / stepsPerDegree, lng: x / stepsPerDegree, thousands })),
  }
})

function boxAround(ring: Ring): Box {
  const box = { south: 90, north: -90, west: 180, east: -180 }
  for (const [lat, lng] of ring) {
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
    box.west = Math.min(box.west, lng)
    box.east = Math.max(box.east, lng)
  }
  return box
}

export const statesWithin = (states: readonly StateShape[], view: Box): StateShape[] =>
  states.filter(({ parts }) =>
    parts.some(({ box }) => box.south < view.north && box.north > view.south && box.west < view.east && box.east > view.west),
  )

const degreesAround = 0.5

/** The cities of the states near a point. Near a border, this includes the states on both sides. */
export async function listCitiesAround({ lat, lng }: LatLng): Promise<MapCity[]> {
  const view = { south: lat - degreesAround, north: lat + degreesAround, west: lng - degreesAround, east: lng + degreesAround }
  const near = statesWithin(await loadStates(), view)
  const details = await Promise.all(near.map(({ code }) => loadState(code)))
  return details.flatMap(({ cities }) => cities)
}
