import { Hono } from 'hono'
import { EventDetail, EventLive, EventPage, EventPath, EventsOf, MyEventPage, MyEvents } from '../../domain/events/contract.ts'
import {
  CancelEvent,
  ChangeEvent,
  CreatedEvent,
  CreateEvent,
  EventFormAnswer,
  PublishEvent,
  ScopeQuery,
} from '../../domain/events/form-contract.ts'
import { Payees, PayeesSearch } from '../../domain/events/payees-contract.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { requireComplete, requireViewer } from '../access/viewer.ts'
import { deletePhotosSoon } from '../files/delete-soon.ts'
import { toBase64Url } from '../platform/base64.ts'
import type { AppEnv } from '../platform/context.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { cancelEvent } from './cancel-event.ts'
import { changeEvent } from './change-event.ts'
import { createEvent } from './create-event.ts'
import { deleteDraft } from './delete-draft.ts'
import { findEvent, findLive } from './find-event.ts'
import { hostOf, offerSeatsSoon } from './from-request.ts'
import { listEventsOf } from './list-events-of.ts'
import { listPayees } from './list-payees.ts'
import { findEventForm } from './manage-queries.ts'
import { publishEvent } from './publish-event.ts'
import { listMyEvents } from './queries.ts'

const operation = describeOperations('Events')

/** Makes the ETag of an answer. Open pages ask every ten seconds, and an unchanged answer needs only a few bytes. */
async function tagOf(body: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(body)))
  return `"${toBase64Url(digest).slice(0, 16)}"`
}

const ownerKinds = { placeId: 'place', teamId: 'team', hostId: 'host', seriesId: 'series' } as const

export const eventRoutes = new Hono<AppEnv>()
  .get(
    '/',
    operation(
      'List the upcoming games of a place, community, host or series',
      200,
      EventPage,
      'A series is one row with its next dates, except in the list of the series.',
    ),
    input('query', EventsOf),
    async (c) => {
      const { cursor, ...owner } = c.req.valid('query')
      const viewer = await c.var.viewer()
      const [key, id] = Object.entries(owner)[0] as [keyof typeof ownerKinds, string]
      return c.json(await listEventsOf(c.var.db, viewer?.id ?? null, { by: ownerKinds[key], id, cursor, now: c.var.now() }))
    },
  )
  .post('/', operation('Host a game or a series', 201, CreatedEvent), input('json', CreateEvent), async (c) => {
    const viewer = await requireComplete(c)
    await limitCostly(c, 'create-event', viewer.id)
    const created = await createEvent(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('json'))
    return c.json(created satisfies CreatedEvent, 201)
  })
  .get('/mine', operation('List the games I joined, wait for or host', 200, MyEventPage), input('query', MyEvents), async (c) => {
    const viewer = await requireViewer(c)
    const { when, cursor } = c.req.valid('query')
    return c.json(await listMyEvents(c.var.db, viewer.id, { when, cursor, now: c.var.now() }))
  })
  .get(
    '/payees',
    operation('List who would get the money for a game that I host', 200, Payees, 'The account of a community is that of its owner.'),
    input('query', PayeesSearch),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json((await listPayees(c.var.db, viewer.id, c.req.valid('query').eventId)) satisfies Payees)
    },
  )
  .get(
    '/:id',
    operation('Get a game', 200, EventDetail, 'Only hosts can get a draft. Everyone with the link can get a scheduled draft.'),
    input('param', EventPath),
    async (c) => {
      const viewer = await c.var.viewer()
      const event = await findEvent(getPrimary(c), viewer?.id ?? null, c.req.valid('param').id, c.var.now())
      if (!event) throw eventNotFound()
      return c.json(event satisfies EventDetail, 200, { 'cache-control': 'private, no-cache' })
    },
  )
  .get('/:id/live', operation('Get the current seats and players of a game', 200, EventLive), input('param', EventPath), async (c) => {
    const viewer = await c.var.viewer()
    const live = await findLive(getPrimary(c), viewer?.id ?? null, c.req.valid('param').id, c.var.now())
    if (!live) throw eventNotFound()
    const etag = await tagOf(live)
    const headers = { etag, 'cache-control': 'private, no-cache', vary: 'cookie' }
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
    return c.json(live satisfies EventLive, 200, headers)
  })
  .get('/:id/form', operation('Get the form values of a game I host', 200, EventFormAnswer), input('param', EventPath), async (c) => {
    const { id } = c.req.valid('param')
    const { db, hostId } = await hostOf(c, id)
    return c.json((await findEventForm(db, hostId, id, c.var.now())) satisfies EventFormAnswer)
  })
  .patch('/:id', operation('Change a game or its series', 204), input('param', EventPath), input('json', ChangeEvent), async (c) => {
    const { id } = c.req.valid('param')
    const { db, hostId } = await hostOf(c, id)
    await changeEvent(db, getCommandContext(c), hostId, id, c.req.valid('json'))
    offerSeatsSoon(c, id)
    return c.body(null, 204)
  })
  .post(
    '/:id/publish',
    operation(
      'Publish a draft now or schedule it',
      204,
      undefined,
      'A scheduled draft is in no list until it is published. It opens by its link.',
    ),
    input('param', EventPath),
    input('json', PublishEvent),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      const { publish, scope } = c.req.valid('json')
      await publishEvent(db, getCommandContext(c), hostId, id, publish, scope)
      return c.body(null, 204)
    },
  )
  .post('/:id/cancel', operation('Cancel a game', 204), input('param', EventPath), input('json', CancelEvent), async (c) => {
    const { id } = c.req.valid('param')
    const { db, hostId } = await hostOf(c, id)
    await cancelEvent(db, getCommandContext(c), hostId, id, c.req.valid('json'))
    return c.body(null, 204)
  })
  .delete('/:id', operation('Delete a draft', 204), input('param', EventPath), input('query', ScopeQuery), async (c) => {
    const { id } = c.req.valid('param')
    const { db, hostId } = await hostOf(c, id)
    deletePhotosSoon(c, await deleteDraft(db, getCommandContext(c), hostId, id, c.req.valid('query').scope))
    return c.body(null, 204)
  })

export type EventRoutes = typeof eventRoutes
