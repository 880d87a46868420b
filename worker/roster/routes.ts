import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { toFileName } from '../../domain/file-name.ts'
import {
  Added,
  Attendance,
  CreateField,
  FieldPath,
  MemberPath,
  OnlinePeople,
  RosterPage,
  RosterQuery,
  SaveDetails,
  SavedDetails,
  SavePosition,
} from '../../domain/roster/contract.ts'
import { TeamId } from '../../domain/teams/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { getActor } from '../teams/get-actor.ts'
import { readAttendance } from './attendance.ts'
import { saveDetails, saveOwnPosition } from './details.ts'
import { exportRoster } from './export-roster.ts'
import { addField, removeField } from './fields.ts'
import { listPeople, listPeopleShowingPresence } from './list-people.ts'

const operation = describeOperations('Teams')

/** The people of one team, mounted under /teams. */
export const rosterRoutes = new Hono<AppEnv>()
  .get(
    '/:id/people',
    operation(
      'People of a community I am in',
      200,
      RosterPage,
      'The highest role comes first. Members do not see people with a block between them; owners and organizers see everyone. Notes are for owners and organizers only.',
    ),
    input('param', TeamId),
    input('query', RosterQuery),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(
        (await listPeople(getPrimary(c), await getActor(c, viewer), c.req.valid('param').id, c.req.valid('query'))) satisfies RosterPage,
      )
    },
  )
  .get(
    '/:id/people/online',
    operation('Who is online on one page of the people of my community', 200, OnlinePeople, 'Only people who show it.'),
    input('param', TeamId),
    input('query', RosterQuery),
    async (c) => {
      const viewer = await requireViewer(c)
      const ids = await listPeopleShowingPresence(getPrimary(c), await getActor(c, viewer), c.req.valid('param').id, c.req.valid('query'))
      const states = await Promise.all(ids.map((id) => c.env.PRESENCE.getByName(id).status()))
      return c.json({ online: ids.filter((_, index) => states[index]?.online) } satisfies OnlinePeople)
    },
  )
  .get(
    '/:id/people/attendance',
    operation('How often the people of a community I run came to its last games', 200, Attendance),
    input('param', TeamId),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json((await readAttendance(getPrimary(c), viewer.id, c.req.valid('param').id, c.var.now())) satisfies Attendance)
    },
  )
  .get(
    '/:id/people/export',
    describeRoute({
      tags: ['Teams'],
      summary: 'The people of a community I run, as CSV',
      description: 'Without children, and without the addresses of members.',
      responses: { 200: { description: 'The table', content: { 'text/csv': { schema: { type: 'string' } } } } },
    }),
    input('param', TeamId),
    async (c) => {
      const viewer = await requireViewer(c)
      const { name, csv } = await exportRoster(getPrimary(c), viewer.id, c.req.valid('param').id)
      return c.body(csv, 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${toFileName(`${name} people`)}.csv"`,
        'cache-control': 'private, no-store',
      })
    },
  )
  .put(
    '/:id/people/me/position',
    operation('Change my position in a community', 200, SavedDetails),
    input('param', TeamId),
    input('json', SavePosition),
    async (c) => {
      const viewer = await requireViewer(c)
      const version = await saveOwnPosition(getPrimary(c), getClock(c), viewer.id, c.req.valid('param').id, c.req.valid('json'))
      return c.json({ version } satisfies SavedDetails)
    },
  )
  .put(
    '/:id/people/:userId/details',
    operation('Save what a community I run knows about a member', 200, SavedDetails),
    input('param', MemberPath),
    input('json', SaveDetails),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id, userId } = c.req.valid('param')
      const version = await saveDetails(getPrimary(c), getClock(c), viewer.id, id, { userId }, c.req.valid('json'))
      return c.json({ version } satisfies SavedDetails)
    },
  )
  .post(
    '/:id/fields',
    operation('Add a field to the people of a community I run', 201, Added),
    input('param', TeamId),
    input('json', CreateField),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(
        { id: await addField(getPrimary(c), getClock(c), asPerson(viewer.id), c.req.valid('param').id, c.req.valid('json')) },
        201,
      )
    },
  )
  .delete('/:id/fields/:fieldId', operation('Remove a field with all its values', 204), input('param', FieldPath), async (c) => {
    const viewer = await requireViewer(c)
    const { id, fieldId } = c.req.valid('param')
    await removeField(getPrimary(c), asPerson(viewer.id), id, fieldId)
    return c.body(null, 204)
  })

export type RosterRoutes = typeof rosterRoutes
