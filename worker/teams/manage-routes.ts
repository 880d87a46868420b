import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { CursorOnly } from '../../domain/ids.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { pictureTypes } from '../../domain/profiles/pictures.ts'
import { TeamChangePage } from '../../domain/teams/changes-contract.ts'
import {
  ChangeRole,
  ChangeTeam,
  ChangeTitle,
  HoldersSearch,
  MemberPath,
  RoleHolders,
  TeamForm,
  TeamId,
  TeamPhoto,
} from '../../domain/teams/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import { deletePhotosSoon } from '../files/delete-soon.ts'
import { storePhoto } from '../files/photos.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeFile, describeOperations } from '../platform/operation.ts'
import { removeMember } from './change-members.ts'
import { changeRole, changeTitle } from './change-roles.ts'
import { changeTeam, readTeamForm, setTeamPhoto } from './edit-team.ts'
import { getActor } from './get-actor.ts'
import { listTeamChanges } from './list-changes.ts'
import { listHolders } from './list-holders.ts'

const operation = describeOperations('Teams')

/** How a team is run, mounted under /teams. */
export const manageTeamRoutes = new Hono<AppEnv>()
  .get('/:id/form', operation('What the form of a community starts from', 200, TeamForm), input('param', TeamId), async (c) => {
    const actor = await getActor(c, await requireViewer(c))
    return c.json(await readTeamForm(getPrimary(c), actor, c.req.valid('param').id))
  })
  .put(
    '/:id',
    operation('Change a community I run', 200, TeamForm, 'Refused with 409 if it was changed since the version that is sent.'),
    input('param', TeamId),
    input('json', ChangeTeam),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      const { id } = c.req.valid('param')
      await changeTeam(getPrimary(c), getClock(c), actor, id, c.req.valid('json'))
      return c.json(await readTeamForm(getPrimary(c), actor, id))
    },
  )
  .put(
    '/:id/photo',
    describeRoute({
      tags: ['Teams'],
      summary: 'Set the photo of a community I run',
      description: 'The bytes of a JPEG, PNG or WebP, at most 5 MB and 40 megapixels. Stored in two widths, without metadata.',
      requestBody: describeFile(pictureTypes),
      responses: { 200: { description: 'The URL of the photo', content: { 'application/json': { schema: resolver(TeamPhoto) } } } },
    }),
    input('param', TeamId),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      const { id } = c.req.valid('param')
      const db = getPrimary(c)
      await limitCostly(c, 'picture', actor.id ?? '')
      // Nothing is stored for people who may not change the photo.
      await readTeamForm(db, actor, id)
      const key = await storePhoto(c.env, {
        owner: `team ${id}`,
        uploadId: c.var.newId(),
        bytes: new Uint8Array(await c.req.arrayBuffer()),
      })
      const oldKey = await setTeamPhoto(db, getClock(c), actor, id, key).catch((error: unknown) => {
        deletePhotosSoon(c, [key])
        throw error
      })
      if (oldKey !== null) deletePhotosSoon(c, [oldKey])
      return c.json({ photoUrl: photoUrl(key, 1280) })
    },
  )
  .delete('/:id/photo', operation('Remove the photo of a community I run', 204), input('param', TeamId), async (c) => {
    const actor = await getActor(c, await requireViewer(c))
    const oldKey = await setTeamPhoto(getPrimary(c), getClock(c), actor, c.req.valid('param').id, null)
    if (oldKey !== null) deletePhotosSoon(c, [oldKey])
    return c.body(null, 204)
  })
  .put(
    '/:id/members/:userId/role',
    operation(
      'Change the role of a member',
      204,
      undefined,
      'A fixed role, or one that the community has made. They are notified. Organizers give and take only the roles below their own, and give only what they may do.',
    ),
    input('param', MemberPath),
    input('json', ChangeRole),
    async (c) => {
      const actor = await getActor(c, await requireViewer(c))
      const { id: teamId, userId } = c.req.valid('param')
      await changeRole(getPrimary(c), getCommandContext(c), actor, { teamId, userId }, c.req.valid('json'))
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

export type ManageTeamRoutes = typeof manageTeamRoutes
