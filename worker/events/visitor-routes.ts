import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { calendarType, writeCalendar } from '../../domain/calendar/write-calendar.ts'
import { AppError } from '../../domain/errors.ts'
import { EventPath } from '../../domain/events/contract.ts'
import { InviteAnswer, InvitePeople } from '../../domain/events/join-contract.ts'
import { EventUpdates } from '../../domain/events/manage-contract.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { activeStates } from '../../domain/events/states.ts'
import { fileNameOf } from '../../domain/file-name.ts'
import { platforms } from '../../domain/platforms.ts'
import { plainLinesOf } from '../../domain/rich-text/plain-text.ts'
import { requireComplete } from '../access/viewer.ts'
import { readAll } from '../platform/batch.ts'
import type { AppEnv } from '../platform/context.ts'
import { actingOf, primaryOf } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { operationOf } from '../platform/operation.ts'
import { originOf } from '../platform/settings.ts'
import { requirePart } from './acting.ts'
import { findEvent } from './find-event.ts'
import { invitePeople } from './invite.ts'
import { selectUpdates, toUpdate } from './updates.ts'

const operation = operationOf('Events')

const calendarFile = describeRoute({
  tags: ['Events'],
  summary: 'A game that is up, as a file for any calendar',
  responses: { 200: { description: 'iCalendar', content: { 'text/calendar': { schema: { type: 'string' } } } } },
})

/** What one does with a game beside joining it. */
export const visitorRoutes = new Hono<AppEnv>()
  .get('/:id/calendar.ics', calendarFile, input('param', EventPath), async (c) => {
    const { id } = c.req.valid('param')
    const viewer = await c.var.viewer()
    const now = c.var.now()
    const event = await findEvent(primaryOf(c), viewer?.id ?? null, id, now)
    if (!event) throw eventNotFound()
    const { live, where } = event
    if (live.state === 'draft') throw new AppError('EventNotUpYet')
    // A calendar would say that they go.
    if (live.mine !== null && live.mine.state !== 'going') throw new AppError('NotInYet')
    const { platform } = c.var.site
    const calendar = writeCalendar(
      [
        {
          id: `${id}@gather`,
          sequence: live.version,
          title: event.title,
          description: plainLinesOf(event.about),
          url: `${originOf(c.var.settings, platform)}/evt/${id}`,
          place: [where.name, where.address].filter(Boolean).join(', '),
          lat: where.lat,
          lng: where.lng,
          timeZone: event.timeZone,
          startsAt: event.startsAt,
          endsAt: event.endsAt,
          isCancelled: live.state === 'cancelled',
          updatedAt: event.updatedAt,
        },
      ],
      { now, name: platforms[platform].name },
    )
    const disposition = `attachment; filename="${fileNameOf(event.title)}.ics"`
    return c.body(calendar, 200, { 'content-type': calendarType, 'content-disposition': disposition })
  })
  .get(
    '/:id/updates',
    operation('What the hosts had to say to who comes, waits or asked', 200, EventUpdates),
    input('param', EventPath),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = primaryOf(c)
      // Whoever was told of them may read them.
      await requirePart(db, viewer.id, id, activeStates)
      const updates = await readAll(db, selectUpdates(db, id, viewer.id))
      return c.json({ updates: updates.map(toUpdate) })
    },
  )
  .post(
    '/:id/invites',
    operation(
      'Invite people, a list of mine or a community',
      200,
      InviteAnswer,
      'To a game that is up; its hosts also to one that has a time to go up.',
    ),
    input('param', EventPath),
    input('json', InvitePeople),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = primaryOf(c)
      await requirePart(db, viewer.id, id, ['going'])
      await limitCostly(c, 'invite', viewer.id)
      const invited = await invitePeople(db, actingOf(c), viewer.id, id, c.req.valid('json'))
      return c.json({ invited })
    },
  )

export type VisitorRoutes = typeof visitorRoutes
