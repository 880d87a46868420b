import { Hono } from 'hono'
import { CursorOnly } from '../../domain/ids.ts'
import { TeamChangePage } from '../../domain/teams/changes-contract.ts'
import { ChangeRole, ChangeTitle, HoldersSearch, MemberPath, RoleHolders, TeamId } from '../../domain/teams/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { removeMember } from './change-members.ts'
import { changeRole, changeTitle } from './change-roles.ts'
import { getActor } from './get-actor.ts'
import { listTeamChanges } from './list-changes.ts'
import { listHolders } from './list-holders.ts'

const operation = describeOperations('Teams')

/** How a team is run, mounted under /teams. */
export const manageTeamRoutes = new Hono<AppEnv>()
  .put(
    '/:id/members/:userId/role',
    operation('Change the role of a member', 204, undefined, 'They are notified. Organizers give and take only the roles below their own.'),
    input('param', MemberPath),
    input('json', ChangeRole),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      const { id: teamId, userId } = c.req.valid('param')
      await changeRole(getPrimary(c), getCommandContext(c), actor, { teamId, userId }, c.req.valid('json').role)
      return c.body(null, 204)
    },
  )
  .put(
    '/:id/members/:userId/title',
    operation('Say what the community calls a member', 204, undefined, 'A title changes nothing about what the member may do.'),
    input('param', MemberPath),
    input('json', ChangeTitle),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      const { id: teamId, userId } = c.req.valid('param')
      await changeTitle(getPrimary(c), getClock(c), actor, { teamId, userId }, c.req.valid('json').title)
      return c.body(null, 204)
    },
  )
  .delete(
    '/:id/members/:userId',
    operation('Remove a member from a community', 204, undefined, 'They are notified, and keep their seats in its games.'),
    input('param', MemberPath),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      const { id: teamId, userId } = c.req.valid('param')
      await removeMember(getPrimary(c), getCommandContext(c), actor, teamId, userId)
      return c.body(null, 204)
    },
  )
  .get(
    '/:id/changes',
    operation('Who changed what in a community, newest first', 200, TeamChangePage, 'For its owner. Changes are kept for 400 days.'),
    input('param', TeamId),
    input('query', CursorOnly),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      return c.json(await listTeamChanges(getPrimary(c), actor, c.req.valid('param').id, c.req.valid('query').cursor))
    },
  )
  .get(
    '/:id/holders',
    operation('Which roles may do something in a community I am in, and who holds them', 200, RoleHolders),
    input('param', TeamId),
    input('query', HoldersSearch),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      return c.json(await listHolders(getPrimary(c), actor, c.req.valid('param').id, c.req.valid('query').capability))
    },
  )
