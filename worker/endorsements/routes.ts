import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { EndorsementPath } from '../../domain/endorsements/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import { sendOutboxSoon } from '../jobs/commands.ts'
import type { AppEnv } from '../platform/context.ts'
import { openPrimary } from '../platform/database.ts'
import { input } from '../platform/input.ts'
import { requireReach } from '../privacy/reach.ts'
import { endorse, takeEndorsementBack } from './commands.ts'

const operation = (summary: string) => describeRoute({ tags: ['Endorsements'], summary, responses: { 204: { description: summary } } })

export const endorsementRoutes = new Hono<AppEnv>()
  .put('/:userId/:kind', operation('Endorse someone I know from playing'), input('param', EndorsementPath), async (c) => {
    const viewer = await requireComplete(c)
    const { userId, kind } = c.req.valid('param')
    const db = openPrimary(c.env.DB, c.var.queryCount)
    await requireReach(db, viewer.id, userId, 'endorse')
    sendOutboxSoon(c, await endorse(db, { now: c.var.now(), newId: c.var.newId, platform: c.var.site.platform }, viewer, userId, kind))
    return c.body(null, 204)
  })
  .delete('/:userId/:kind', operation('Take an endorsement back'), input('param', EndorsementPath), async (c) => {
    const viewer = await requireComplete(c)
    const { userId, kind } = c.req.valid('param')
    await takeEndorsementBack(c.var.db, viewer.id, userId, kind)
    return c.body(null, 204)
  })

export type EndorsementRoutes = typeof endorsementRoutes
