import { Hono } from 'hono'
import { EndorsementPath } from '../../domain/endorsements/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { actingOf, primaryOf } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { operationOf } from '../platform/operation.ts'
import { requireReach } from '../privacy/reach.ts'
import { endorse, takeEndorsementBack } from './commands.ts'

const operation = operationOf('Endorsements')

export const endorsementRoutes = new Hono<AppEnv>()
  .put('/:userId/:kind', operation('Endorse someone I know from playing', 204), input('param', EndorsementPath), async (c) => {
    const viewer = await requireComplete(c)
    const { userId, kind } = c.req.valid('param')
    const db = primaryOf(c)
    await requireReach(db, viewer.id, userId, 'endorse')
    await endorse(db, actingOf(c), viewer.id, userId, kind)
    return c.body(null, 204)
  })
  .delete('/:userId/:kind', operation('Take an endorsement back', 204), input('param', EndorsementPath), async (c) => {
    const viewer = await requireComplete(c)
    const { userId, kind } = c.req.valid('param')
    await takeEndorsementBack(c.var.db, viewer.id, userId, kind)
    return c.body(null, 204)
  })

export type EndorsementRoutes = typeof endorsementRoutes
