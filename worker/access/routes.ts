import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { Session } from '../../domain/access/contract.ts'
import { AppError } from '../../domain/errors.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { rememberViewer } from './viewer.ts'

export const sessionRoutes = new Hono<AppEnv>().get(
  '/',
  describeRoute({
    tags: ['Platform'],
    summary: 'Who am I',
    responses: { 200: { description: 'The person signed in, or null', content: { 'application/json': { schema: resolver(Session) } } } },
  }),
  async (c) => c.json({ viewer: await c.var.viewer() } satisfies Session, 200, { 'cache-control': 'no-store' }),
)

export type SessionRoutes = typeof sessionRoutes

/** Becoming anyone without a password: for tests of guards and sockets on this machine, and nowhere else. */
export const localSignInRoutes = new Hono<AppEnv>().put('/', describeRoute({ hide: true }), input('json', Session), async (c) => {
  if (c.var.settings.environment !== 'local') throw new AppError('NotFound')
  await rememberViewer(c, c.req.valid('json').viewer)
  return c.body(null, 204)
})
