import { Hono } from 'hono'
import {
  ConnectionAnswer,
  ConnectionPage,
  ConnectionRequest,
  ConnectionSearch,
  FollowAnswer,
  FollowPage,
} from '../../domain/connections/contract.ts'
import { CursorOnly } from '../../domain/ids.ts'
import { ProfilePath } from '../../domain/profiles/public-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { requireReach } from '../privacy/reach.ts'
import { connect, disconnect, follow, unfollow } from './commands.ts'
import { listConnections, listFollowed } from './queries.ts'

const connectionOperation = describeOperations('Connections')
const followOperation = describeOperations('Follows')

export const connectionRoutes = new Hono<AppEnv>()
  .get(
    '/',
    connectionOperation('List my connections, or requests I sent or received', 200, ConnectionPage),
    input('query', ConnectionSearch),
    async (c) => {
      const viewer = await requireComplete(c)
      const { state, cursor } = c.req.valid('query')
      return c.json(await listConnections(c.var.db, viewer.id, state, cursor))
    },
  )
  .put(
    '/:userId',
    connectionOperation('Request a connection, or accept a request', 200, ConnectionAnswer),
    input('param', ProfilePath),
    input('json', ConnectionRequest, { mayBeMissing: true }),
    async (c) => {
      const viewer = await requireComplete(c)
      const { userId: personId } = c.req.valid('param')
      const { note } = c.req.valid('json')
      const db = getPrimary(c)
      await requireReach(db, viewer.id, personId, 'connect')
      return c.json({ state: await connect(db, getCommandContext(c), { actorId: viewer.id, personId, note }) })
    },
  )
  .delete(
    '/:userId',
    connectionOperation('Withdraw or decline a request, or end a connection', 204),
    input('param', ProfilePath),
    async (c) => {
      const viewer = await requireComplete(c)
      await disconnect(c.var.db, viewer.id, c.req.valid('param').userId)
      return c.body(null, 204)
    },
  )

export const followRoutes = new Hono<AppEnv>()
  .get('/', followOperation('List the people I follow, newest first', 200, FollowPage), input('query', CursorOnly), async (c) => {
    const viewer = await requireComplete(c)
    return c.json(await listFollowed(c.var.db, viewer.id, c.req.valid('query').cursor))
  })
  .put('/:userId', followOperation('Follow a person', 200, FollowAnswer), input('param', ProfilePath), async (c) => {
    const viewer = await requireComplete(c)
    const { userId } = c.req.valid('param')
    const db = getPrimary(c)
    await requireReach(db, viewer.id, userId, 'follow')
    return c.json(await follow(db, getCommandContext(c), viewer.id, userId))
  })
  .delete('/:userId', followOperation('Unfollow a person', 200, FollowAnswer), input('param', ProfilePath), async (c) => {
    const viewer = await requireComplete(c)
    const { userId } = c.req.valid('param')
    return c.json(await unfollow(c.var.db, viewer.id, userId))
  })

export type ConnectionRoutes = typeof connectionRoutes
export type FollowRoutes = typeof followRoutes
