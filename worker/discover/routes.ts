import { Hono } from 'hono'
import { DiscoverPage, DiscoverSearch } from '../../domain/discover/contract.ts'
import { readDiscoverQuery } from '../../domain/discover/query.ts'
import type { Bounds } from '../../domain/geo/contract.ts'
import { boundsAround } from '../../domain/geo/distance.ts'
import type { LatLng } from '../../domain/maps/contract.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { operationOf } from '../platform/operation.ts'
import { discoverEvents } from './queries.ts'

const operation = operationOf('Discover')

/** Where nobody says where. */
const nation: Bounds = { south: 24, north: 50, west: -125, east: -66 }
const usualRadius = 15

function boundsOf({ south, north, west, east }: DiscoverSearch, center: LatLng | null, radius: number | null): Bounds {
  if (south !== undefined && north !== undefined && west !== undefined && east !== undefined) return { south, north, west, east }
  return center ? boundsAround(center, radius ?? usualRadius) : nation
}

export const discoverRoutes = new Hono<AppEnv>().get(
  '/events',
  operation('Games in a view of the map, near and soon first', 200, DiscoverPage),
  input('query', DiscoverSearch),
  async (c) => {
    const search = c.req.valid('query')
    const filters = readDiscoverQuery(new URL(c.req.url).searchParams)
    const hasView = search.south !== undefined
    const viewer = await c.var.viewer()
    const page = await discoverEvents(c.var.db, viewer?.id ?? null, {
      bounds: boundsOf(search, filters.center, filters.radius),
      center: filters.center,
      // A view says itself how far it goes.
      filters: hasView ? { ...filters, radius: null } : filters,
      order: search.order,
      isPast: search.past === '1',
      teamId: search.team ?? null,
      cursor: search.cursor,
      now: c.var.now(),
    })
    return c.json(
      page satisfies DiscoverPage,
      200,
      viewer ? { 'cache-control': 'private, no-cache' } : { 'cache-control': 'public, max-age=15', vary: 'cookie' },
    )
  },
)

export type DiscoverRoutes = typeof discoverRoutes
