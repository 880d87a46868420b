import * as v from 'valibot'
import type { Bounds } from '../geo/contract.ts'
import { Id } from '../ids.ts'
import { readDiscoverQuery } from './read-query.ts'
import { type DiscoverState, discoverOrders, viewSides } from './state.ts'

function readView(query: URLSearchParams): Bounds | null {
  const [south, north, west, east] = viewSides.map((name) => {
    const text = query.get(name) ?? ''
    return /^-?\d{1,3}(\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN
  }) as [number, number, number, number]
  const isView = Math.abs(south) <= 90 && Math.abs(north) <= 90 && Math.abs(west) <= 180 && Math.abs(east) <= 180
  return isView ? { south, north, west, east } : null
}

export const readDiscoverState = (query: URLSearchParams): DiscoverState => ({
  filters: readDiscoverQuery(query),
  view: readView(query),
  order: discoverOrders.find((order) => order === query.get('order')) ?? 'best',
  isPast: query.get('past') === '1',
  teamId: v.is(Id, query.get('team')) ? query.get('team') : null,
  isFollowed: query.get('hosts') === 'followed',
})
