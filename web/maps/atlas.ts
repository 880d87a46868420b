import stateUrls from 'virtual:state-atlas'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import statesUrl from 'us-atlas/states-10m.json?url&no-inline'
import * as v from 'valibot'
import type { LatLng } from '../../domain/geo/contract.ts'
import { atlasSteps, StateAtlas } from '../../domain/maps/contract.ts'
import { type KnownCity, readLine } from '../../domain/maps/rules.ts'
import { type StateCode, stateCodes, usStates } from '../../domain/us-states.ts'

export type Ring = [lat: number, lng: number][]
type Box = { south: number; north: number; west: number; east: number }

/** A state's land: each part with its outline first and its holes after it, and the box around it. */
export type StateShape = { code: StateCode; parts: { rings: Ring[]; box: Box }[] }

/** A state seen from closer. */
export type StateDetail = { lines: Ring[]; cities: KnownCity[] }

async function fetchJson(url: string): Promise<unknown> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The map's file answered ${answer.status}`)
  return answer.json()
}

/** Loads once; a load that failed is tried anew by the next who asks. */
function remember<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>()
  return (key) => {
    const value = known.get(key) ?? load(key)
    known.set(key, value)
    value.catch(() => known.delete(key))
    return value
  }
}

const loadStatesOnce = remember(async (_: 'all'): Promise<StateShape[]> => {
  const topology = (await fetchJson(statesUrl)) as Topology<{ states: GeometryCollection<{ name: string }> }>
  const codeOf = new Map(stateCodes.map((code) => [usStates[code] as string, code]))
  return feature(topology, topology.objects.states).features.flatMap(({ geometry, properties }) => {
    const code = codeOf.get(properties.name)
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

export const loadState = remember(async (code: StateCode): Promise<StateDetail> => {
  const { lines, cities } = v.parse(StateAtlas, await fetchJson(stateUrls[code]))
  return {
    lines: lines.map(readLine),
    cities: cities.map(([name, x, y, thousands]) => ({ name, state: code, lat: y / atlasSteps, lng: x / atlasSteps, thousands })),
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

const around = 0.5

/** The cities of the states at hand: who stands at a border hears of both sides. */
export async function listCitiesAround({ lat, lng }: LatLng): Promise<KnownCity[]> {
  const view = { south: lat - around, north: lat + around, west: lng - around, east: lng + around }
  const near = statesWithin(await loadStates(), view)
  const details = await Promise.all(near.map(({ code }) => loadState(code)))
  return details.flatMap(({ cities }) => cities)
}
