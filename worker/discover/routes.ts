import { Hono } from 'hono'
import { DiscoverPage, DiscoverSearch } from '../../domain/discover/contract.ts'
import { readDiscoverState } from '../../domain/discover/read-state.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { answerDiscover } from './answer.ts'

const operation = describeOperations('Discover')

export const discoverRoutes = new Hono<AppEnv>().get(
  '/events',
  operation('List games in a map view, near and soon first', 200, DiscoverPage),
  input('query', DiscoverSearch),
  async (c) => {
    const { cursor } = c.req.valid('query')
    const page = await answerDiscover(c, readDiscoverState(new URL(c.req.url).searchParams), cursor)
    return c.json(
      page satisfies DiscoverPage,
      200,
      (await c.var.viewer()) ? { 'cache-control': 'private, no-cache' } : { 'cache-control': 'public, max-age=15', vary: 'cookie' },
    )
  },
)

export type DiscoverRoutes = typeof discoverRoutes
