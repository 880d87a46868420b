import { Hono } from 'hono'
import { EventDetail, EventLive, EventPage, EventPath, EventsOf, MyEventPage, MyEvents } from '../../domain/events/contract.ts'
import {
  CancelEvent,
  ChangeEvent,
  CreateEvent,
  EventFormAnswer,
  MadeEvent,
  PublishEvent,
  ScopeQuery,
} from '../../domain/events/form-contract.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { requireComplete, requireViewer } from '../access/viewer.ts'
import { deletePhotosSoon } from '../files/delete-soon.ts'
import { toBase64Url } from '../platform/base64.ts'
import type { AppEnv } from '../platform/context.ts'
import { actingOf, primaryOf } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { operationOf } from '../platform/operation.ts'
import { cancelEvent } from './cancel-event.ts'
import { changeEvent } from './change-event.ts'
import { createEvent } from './create-event.ts'
import { deleteDraft } from './delete-draft.ts'
import { findEvent, findLive } from './find-event.ts'
import { hostOf, offerSoon } from './from-request.ts'
import { findEventForm } from './manage-queries.ts'
import { publishEvent } from './publish-event.ts'
import { listEventsOf, listMyEvents } from './queries.ts'

const operation = operationOf('Events')

/** Names an answer: the same one again is told in a few bytes, and an open page asks every ten seconds. */
async function tagOf(body: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(body)))
  return `"${toBase64Url(digest).slice(0, 16)}"`
}

const howMany = { placeId: 'place', teamId: 'team', hostId: 'host', seriesId: 'series' } as const

export const eventRoutes = new Hono<AppEnv>()
  .get(
    '/',
    operation('What is to come at a place, in a community, by a host or in a series', 200, EventPage),
    input('query', EventsOf),
    async (c) => {
      const { cursor, ...of } = c.req.valid('query')
      const viewer = await c.var.viewer()
      const [key, id] = Object.entries(of)[0] as [keyof typeof howMany, string]
      return c.json(await listEventsOf(c.var.db, viewer?.id ?? null, { by: howMany[key], id, cursor, now: c.var.now() }))
    },
  )
  .post('/', operation('Put up a game, or a series', 201, MadeEvent), input('json', CreateEvent), async (c) => {
    const viewer = await requireComplete(c)
    await limitCostly(c, 'create-event', viewer.id)
    const made = await createEvent(primaryOf(c), actingOf(c), viewer.id, c.req.valid('json'))
    return c.json(made satisfies MadeEvent, 201)
  })
  .get('/mine', operation('What I go to, wait for or run', 200, MyEventPage), input('query', MyEvents), async (c) => {
    const viewer = await requireViewer(c)
    const { when, cursor } = c.req.valid('query')
    return c.json(await listMyEvents(c.var.db, viewer.id, { when, cursor, now: c.var.now() }))
  })
  .get(
    '/:id',
    operation('A game as I may see it', 200, EventDetail, 'A draft is for its hosts; with a time to go up, also for who has its link.'),
    input('param', EventPath),
    async (c) => {
      const viewer = await c.var.viewer()
      const event = await findEvent(primaryOf(c), viewer?.id ?? null, c.req.valid('param').id, c.var.now())
      if (!event) throw eventNotFound()
      return c.json(event satisfies EventDetail, 200, { 'cache-control': 'private, no-cache' })
    },
  )
  .get('/:id/live', operation('Its seats and who comes, as of now', 200, EventLive), input('param', EventPath), async (c) => {
    const viewer = await c.var.viewer()
    const live = await findLive(primaryOf(c), viewer?.id ?? null, c.req.valid('param').id)
    if (!live) throw eventNotFound()
    const etag = await tagOf(live)
    const headers = { etag, 'cache-control': 'private, no-cache', vary: 'cookie' }
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
    return c.json(live satisfies EventLive, 200, headers)
  })
  .get('/:id/form', operation('A game of mine as the form that made it', 200, EventFormAnswer), input('param', EventPath), async (c) => {
    const { id } = c.req.valid('param')
    const { db } = await hostOf(c, id)
    return c.json((await findEventForm(db, id)) satisfies EventFormAnswer)
  })
  .patch(
    '/:id',
    operation('Change a game, or with it its series', 204),
    input('param', EventPath),
    input('json', ChangeEvent),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      await changeEvent(db, actingOf(c), hostId, id, c.req.valid('json'))
      offerSoon(c, id)
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/publish',
    operation('Show a draft, now or later', 204, undefined, 'Until its time comes it stands in no list, and is opened by its link alone.'),
    input('param', EventPath),
    input('json', PublishEvent),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db, hostId } = await hostOf(c, id)
      const { publish, scope } = c.req.valid('json')
      await publishEvent(db, actingOf(c), hostId, id, publish, scope)
      return c.body(null, 204)
    },
  )
  .post('/:id/cancel', operation('Call a game off', 204), input('param', EventPath), input('json', CancelEvent), async (c) => {
    const { id } = c.req.valid('param')
    const { db, hostId } = await hostOf(c, id)
    await cancelEvent(db, actingOf(c), hostId, id, c.req.valid('json'))
    return c.body(null, 204)
  })
  .delete('/:id', operation('Delete a draft', 204), input('param', EventPath), input('query', ScopeQuery), async (c) => {
    const { id } = c.req.valid('param')
    const { db, hostId } = await hostOf(c, id)
    deletePhotosSoon(c, await deleteDraft(db, actingOf(c), hostId, id, c.req.valid('query').scope))
    return c.body(null, 204)
  })

export type EventRoutes = typeof eventRoutes
