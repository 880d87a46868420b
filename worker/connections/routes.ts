import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import type * as v from 'valibot'
import { ConnectionAnswer, ConnectionPage, ConnectionSearch, FollowAnswer, FollowPage } from '../../domain/connections/contract.ts'
import { CursorOnly } from '../../domain/ids.ts'
import { ProfilePath } from '../../domain/profiles/public-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import { sendOutboxSoon } from '../jobs/commands.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { openPrimary } from '../platform/database.ts'
import { input } from '../platform/input.ts'
import { requireReach } from '../privacy/reach.ts'
import { connect, disconnect, follow, unfollow } from './commands.ts'
import { listConnections, listFollowed } from './queries.ts'

const operation = (tag: string, summary: string, schema?: v.GenericSchema) =>
  describeRoute({
    tags: [tag],
    summary,
    responses: schema
      ? { 200: { description: summary, content: { 'application/json': { schema: resolver(schema) } } } }
      : { 204: { description: summary } },
  })

/** Who may be reached is judged on the newest rows: a block of a moment ago holds. */
const primary = (c: AppContext) => openPrimary(c.env.DB, c.var.queryCount)
const clock = (c: AppContext) => ({ now: c.var.now(), newId: c.var.newId, platform: c.var.site.platform })

export const connectionRoutes = new Hono<AppEnv>()
  .get(
    '/',
    operation('Connections', 'My connections, or requests either way', ConnectionPage),
    input('query', ConnectionSearch),
    async (c) => {
      const viewer = await requireComplete(c)
      const { state, cursor } = c.req.valid('query')
      return c.json(await listConnections(c.var.db, viewer.id, state, cursor))
    },
  )
  .put('/:userId', operation('Connections', 'Ask to connect, or accept', ConnectionAnswer), input('param', ProfilePath), async (c) => {
    const viewer = await requireComplete(c)
    const { userId } = c.req.valid('param')
    const db = primary(c)
    await requireReach(db, viewer.id, userId, 'connect')
    const { state, jobs } = await connect(db, clock(c), viewer, userId)
    sendOutboxSoon(c, jobs)
    return c.json({ state })
  })
  .delete('/:userId', operation('Connections', 'Withdraw, turn down or end'), input('param', ProfilePath), async (c) => {
    const viewer = await requireComplete(c)
    await disconnect(c.var.db, viewer.id, c.req.valid('param').userId)
    return c.body(null, 204)
  })

export const followRoutes = new Hono<AppEnv>()
  .get('/', operation('Follows', 'Whom I follow, newest first', FollowPage), input('query', CursorOnly), async (c) => {
    const viewer = await requireComplete(c)
    return c.json(await listFollowed(c.var.db, viewer.id, c.req.valid('query').cursor))
  })
  .put('/:userId', operation('Follows', 'Follow someone', FollowAnswer), input('param', ProfilePath), async (c) => {
    const viewer = await requireComplete(c)
    const { userId } = c.req.valid('param')
    const db = primary(c)
    await requireReach(db, viewer.id, userId, 'follow')
    const { jobs, ...answer } = await follow(db, clock(c), viewer, userId)
    sendOutboxSoon(c, jobs)
    return c.json(answer)
  })
  .delete('/:userId', operation('Follows', 'Follow them no more', FollowAnswer), input('param', ProfilePath), async (c) => {
    const viewer = await requireComplete(c)
    const { userId } = c.req.valid('param')
    return c.json(await unfollow(c.var.db, viewer.id, userId))
  })

export type ConnectionRoutes = typeof connectionRoutes
export type FollowRoutes = typeof followRoutes
