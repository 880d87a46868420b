import { Hono } from 'hono'
import { DiscoverPage, DiscoverSearch } from '../../domain/discover/contract.ts'
import { DiscoverMap, DiscoverMapSearch } from '../../domain/discover/map-contract.ts'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { answerDiscover } from './answer.ts'
import { answerDiscoverMap } from './map.ts'

const operation = describeOperations('Discover')

const getCacheHeaders = async (c: AppContext) =>
  (await c.var.viewer()) ? { 'cache-control': 'private, no-cache' } : { 'cache-control': 'public, max-age=15', vary: 'cookie' }

export const discoverRoutes = new Hono<AppEnv>()
  .get(
    '/events',
    operation('List games in a map view, near and soon first', 200, DiscoverPage),
    input('query', DiscoverSearch),
    async (c) => {
      const { cursor } = c.req.valid('query')
      const page = await answerDiscover(c, readDiscoverState(new URL(c.req.url).searchParams), cursor)
      return c.json(page satisfies DiscoverPage, 200, await getCacheHeaders(c))
    },
  )
  .get(
    '/map',
    operation('Show games in a map view, one by one or as clusters with true counts', 200, DiscoverMap),
    input('query', DiscoverMapSearch),
    async (c) => {
      const { south, north, west, east } = c.req.valid('query')
      const map = await answerDiscoverMap(c, readDiscoverState(new URL(c.req.url).searchParams), { south, north, west, east })
      return c.json(map satisfies DiscoverMap, 200, await getCacheHeaders(c))
    },
  )

export type DiscoverRoutes = typeof discoverRoutes
