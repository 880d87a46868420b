import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { calendarType, writeCalendar } from '../../domain/calendar/write-calendar.ts'
import { CalendarFileQuery, EventPath, JoinerPage } from '../../domain/events/contract.ts'
import { FamiliarPeople } from '../../domain/events/familiar-contract.ts'
import { InviteAnswer, InvitePeople } from '../../domain/events/join-contract.ts'
import { EventUpdates } from '../../domain/events/manage-contract.ts'
import { activeStates } from '../../domain/events/states.ts'
import { toFileName } from '../../domain/file-name.ts'
import { CursorOnly } from '../../domain/ids.ts'
import { requireComplete } from '../access/viewer.ts'
import { readAll } from '../platform/batch.ts'
import type { AppEnv } from '../platform/context.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { getOrigin } from '../platform/settings.ts'
import { requireHostOrJoiner } from './acting.ts'
import { findCalendarEntry, findSeatHolder } from './calendar-file.ts'
import { listFamiliarPeople } from './familiar-people.ts'
import { invitePeople } from './invite.ts'
import { listJoiners } from './list-joiners.ts'
import { selectUpdates, toUpdate } from './updates.ts'

const operation = describeOperations('Events')

const calendarFile = describeRoute({
  tags: ['Events'],
  summary: 'Get a published game as a calendar file',
  responses: { 200: { description: 'iCalendar', content: { 'text/calendar': { schema: { type: 'string' } } } } },
})

/** What people can do with a game besides joining it. Some of it is for hosts and players only. */
export const visitorRoutes = new Hono<AppEnv>()
  .get('/:id/calendar.ics', calendarFile, input('param', EventPath), input('query', CalendarFileQuery), async (c) => {
    const { id } = c.req.valid('param')
    const { seat } = c.req.valid('query')
    const { settings, site } = c.var
    const [db, now, origin] = [getPrimary(c), c.var.now(), getOrigin(settings, site.platform)]
    const holderId = seat === undefined ? null : await findSeatHolder(db, id, seat, settings.signingSecret)
    const viewerId = holderId ?? (await c.var.viewer())?.id ?? null
    const entry = await findCalendarEntry(viewerId, id, { db, now, origin })
    const disposition = `attachment; filename="${toFileName(entry.title)}.ics"`
    return c.body(writeCalendar([entry], { now, name: null }), 200, { 'content-type': calendarType, 'content-disposition': disposition })
  })
  .get(
    '/:id/joiners',
    operation('List the players of a game', 200, JoinerPage, 'One page at a time, as far as the viewer may see them.'),
    input('param', EventPath),
    input('query', CursorOnly),
    async (c) => {
      const viewer = await c.var.viewer()
      return c.json(await listJoiners(getPrimary(c), viewer?.id ?? null, c.req.valid('param').id, c.req.valid('query').cursor))
    },
  )
  .get(
    '/:id/updates',
    operation('List the messages from the hosts of a game I am in', 200, EventUpdates),
    input('param', EventPath),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = getPrimary(c)
      // Everyone who was notified about the messages can read them.
      await requireHostOrJoiner(db, viewer.id, id, activeStates)
      const updates = await readAll(db, selectUpdates(db, id, viewer.id))
      return c.json({ updates: updates.map(toUpdate) })
    },
  )
  .get(
    '/:id/familiar',
    operation('List people I know who are not in a game I am in', 200, FamiliarPeople),
    input('param', EventPath),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = getPrimary(c)
      await requireHostOrJoiner(db, viewer.id, id, ['going'])
      return c.json((await listFamiliarPeople(db, { userId: viewer.id, eventId: id, now: c.var.now() })) satisfies FamiliarPeople)
    },
  )
  .post(
    '/:id/invites',
    operation(
      'Invite people, a list or a community',
      200,
      InviteAnswer,
      'Players can invite to a published game. Hosts can also invite to a scheduled game.',
    ),
    input('param', EventPath),
    input('json', InvitePeople),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = getPrimary(c)
      await requireHostOrJoiner(db, viewer.id, id, ['going'])
      await limitCostly(c, 'invite', viewer.id)
      const invited = await invitePeople(db, getCommandContext(c), viewer.id, id, c.req.valid('json'))
      return c.json({ invited })
    },
  )

export type VisitorRoutes = typeof visitorRoutes
