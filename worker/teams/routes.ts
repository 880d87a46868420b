import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { HandOver, TeamId } from '../../domain/teams/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { openPrimary } from '../platform/database.ts'
import { input } from '../platform/input.ts'
import { requireReach } from '../privacy/reach.ts'
import { asPerson } from './acting.ts'
import { leaveTeam } from './change-members.ts'
import { deleteTeam, handOver } from './commands.ts'

const operation = (summary: string) => describeRoute({ tags: ['Teams'], summary, responses: { 204: { description: summary } } })

const primary = (c: AppContext) => openPrimary(c.env.DB, c.var.queryCount)

export const teamRoutes = new Hono<AppEnv>()
  .post('/:id/hand-over', operation('Make a member the owner of my team'), input('param', TeamId), input('json', HandOver), async (c) => {
    const viewer = await requireViewer(c)
    const { to } = c.req.valid('json')
    const db = primary(c)
    if (to !== viewer.id) await requireReach(db, viewer.id, to, 'invite')
    await handOver(db, asPerson(viewer.id), c.req.valid('param').id, { from: viewer.id, to })
    return c.body(null, 204)
  })
  .delete('/:id', operation('Delete my team'), input('param', TeamId), async (c) => {
    const viewer = await requireViewer(c)
    await deleteTeam(primary(c), { now: c.var.now(), newId: c.var.newId }, asPerson(viewer.id), c.req.valid('param').id)
    return c.body(null, 204)
  })
  .delete('/:id/members/me', operation('Leave a team'), input('param', TeamId), async (c) => {
    const viewer = await requireViewer(c)
    await leaveTeam(primary(c), viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })

export type TeamRoutes = typeof teamRoutes
