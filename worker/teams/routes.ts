import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import * as v from 'valibot'
import { Id } from '../../domain/ids.ts'
import { HandOver, TeamId } from '../../domain/teams/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { openPrimary } from '../platform/database.ts'
import { input } from '../platform/input.ts'
import { onlyLocally } from '../platform/only-locally.ts'
import { requireReach } from '../privacy/reach.ts'
import { asPerson } from './acting.ts'
import { addMember, leaveTeam } from './change-members.ts'
import { createTeam, deleteTeam, handOver } from './commands.ts'

const PlacedTeam = v.object({ name: v.string(), people: v.pipe(v.array(Id), v.minLength(1)) })

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

/** A team with its members, owner first, where a browser test wants one: there are no screens yet that make them. */
export const localTeamRoutes = new Hono<AppEnv>()
  .use(onlyLocally)
  .put('/', describeRoute({ hide: true }), input('json', PlacedTeam), async (c) => {
    const { name, people } = c.req.valid('json')
    const [owner = '', ...members] = people
    const clock = { now: c.var.now(), newId: c.var.newId }
    const id = await createTeam(primary(c), clock, owner, { name, description: '' })
    for (const member of members) await addMember(primary(c), clock, asPerson(owner), id, member)
    return c.json({ id })
  })

export type TeamRoutes = typeof teamRoutes
