import { Hono } from 'hono'
import { TeamId } from '../../domain/teams/contract.ts'
import { ChangeCustomRole, CreateCustomRole, CustomRole, CustomRolePath, CustomRoles } from '../../domain/teams/custom-roles-contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from './actor.ts'
import { changeCustomRole, createCustomRole, deleteCustomRole } from './change-custom-roles.ts'
import { listCustomRoles } from './custom-roles.ts'
import { getActor } from './get-actor.ts'

const operation = describeOperations('Teams')

/** Mounted under /teams. */
export const customRoleRoutes = new Hono<AppEnv>()
  .get(
    '/:id/roles',
    operation('The roles that a community has made', 200, CustomRoles, 'For those who may change the roles of members.'),
    input('param', TeamId),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      return c.json(await listCustomRoles(getPrimary(c), actor, c.req.valid('param').id))
    },
  )
  .post(
    '/:id/roles',
    operation('Add a role to a community I own', 201, CustomRole, 'With the plan Pro.'),
    input('param', TeamId),
    input('json', CreateCustomRole),
    async (c) => {
      const actor = asPerson((await requireViewer(c)).id)
      const role = await createCustomRole(getPrimary(c), getClock(c), actor, c.req.valid('param').id, c.req.valid('json'))
      return c.json(role, 201)
    },
  )
  .patch(
    '/:id/roles/:roleId',
    operation(
      'Change a role of a community I own',
      200,
      CustomRole,
      'What is left out stays. It holds at once for everybody who has the role.',
    ),
    input('param', CustomRolePath),
    input('json', ChangeCustomRole),
    async (c) => {
      const actor = asPerson((await requireViewer(c)).id)
      const { id, roleId } = c.req.valid('param')
      return c.json(await changeCustomRole(getPrimary(c), getClock(c), actor, id, roleId, c.req.valid('json')))
    },
  )
  .delete(
    '/:id/roles/:roleId',
    operation('Delete a role of a community I own', 204, undefined, 'Everybody who has it becomes a member without it.'),
    input('param', CustomRolePath),
    async (c) => {
      const actor = asPerson((await requireViewer(c)).id)
      const { id, roleId } = c.req.valid('param')
      await deleteCustomRole(getPrimary(c), getClock(c), actor, id, roleId)
      return c.body(null, 204)
    },
  )

export type CustomRoleRoutes = typeof customRoleRoutes
