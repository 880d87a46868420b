import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import { EventPath } from '../../domain/events/contract.ts'
import { ChangePart, JoinEvent, OfferToken, PartAnswer, SeatOffer, TransferSeat } from '../../domain/events/join-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { actingOf, primaryOf } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { operationOf } from '../platform/operation.ts'
import { requireReach } from '../privacy/reach.ts'
import { answerOffer, findOffer } from './answer-offer.ts'
import { changePart, leaveEvent, takeFreeSeat } from './change-part.ts'
import { findLive } from './find-event.ts'
import { offerSoon } from './from-request.ts'
import { joinEvent } from './join-event.ts'
import { transferSeat } from './transfer-seat.ts'

const operation = operationOf('Joining')

/** What the server says stands: seats are never shown as taken before. */
async function answerLive(c: AppContext, db: Database, userId: string, eventId: string) {
  return c.json({ live: await findLive(db, userId, eventId) } satisfies PartAnswer)
}

/** My own part in a game: /events/:id/me */
export const partRoutes = new Hono<AppEnv>()
  .put(
    '/:id/me',
    operation('Join, ask to join, or get in line', 200, PartAnswer, 'Refused with 409 before it opens for sign-up.'),
    input('param', EventPath),
    input('json', JoinEvent),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = primaryOf(c)
      await joinEvent(db, actingOf(c), viewer.id, id, c.req.valid('json'))
      // A seat may be free while others wait for it: they are asked first, and at once.
      offerSoon(c, id)
      return answerLive(c, db, viewer.id, id)
    },
  )
  .patch(
    '/:id/me',
    operation('Bring others, or move to another slot', 200, PartAnswer),
    input('param', EventPath),
    input('json', ChangePart),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = primaryOf(c)
      await changePart(db, c.var.now(), viewer.id, id, c.req.valid('json'))
      offerSoon(c, id)
      return answerLive(c, db, viewer.id, id)
    },
  )
  .delete('/:id/me', operation('Leave', 200, PartAnswer), input('param', EventPath), async (c) => {
    const viewer = await requireComplete(c)
    const { id } = c.req.valid('param')
    const db = primaryOf(c)
    if (await leaveEvent(db, c.var.now(), viewer.id, id)) offerSoon(c, id)
    return answerLive(c, db, viewer.id, id)
  })
  .post(
    '/:id/me/take',
    operation('Take the seat I am offered, or that is free and mine to take', 200, PartAnswer),
    input('param', EventPath),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = primaryOf(c)
      if (!(await takeFreeSeat(db, c.var.now(), viewer.id, id))) throw new AppError('SeatNotFree')
      return answerLive(c, db, viewer.id, id)
    },
  )
  .post(
    '/:id/me/transfer',
    operation('Give my seat to someone else', 200, PartAnswer),
    input('param', EventPath),
    input('json', TransferSeat),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const { to } = c.req.valid('json')
      const db = primaryOf(c)
      await requireReach(db, viewer.id, to, 'invite')
      await transferSeat(db, actingOf(c), viewer.id, id, to)
      return answerLive(c, db, viewer.id, id)
    },
  )

/** The link of a mail proves the mailbox: nobody has to sign in to answer. Reading it changes nothing. */
export const offerRoutes = new Hono<AppEnv>()
  .get('/:token', operation('What an offer is about', 200, SeatOffer), input('param', OfferToken), async (c) =>
    c.json(await findOffer(primaryOf(c), c.req.valid('param').token, c.var.now())),
  )
  .post('/:token/take', operation('Take the seat', 204), input('param', OfferToken), async (c) => {
    await answerOffer(primaryOf(c), c.var.now(), c.req.valid('param').token, true)
    return c.body(null, 204)
  })
  .post('/:token/reject', operation('Let the seat go', 204), input('param', OfferToken), async (c) => {
    offerSoon(c, await answerOffer(primaryOf(c), c.var.now(), c.req.valid('param').token, false))
    return c.body(null, 204)
  })

export type PartRoutes = typeof partRoutes
export type OfferRoutes = typeof offerRoutes
