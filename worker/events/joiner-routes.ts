import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import { EventPath, MyPart } from '../../domain/events/contract.ts'
import { ChangePart, JoinEvent, OfferToken, SeatOffer, TransferSeat } from '../../domain/events/join-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
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
async function answerMine(c: AppContext, userId: string, eventId: string): Promise<MyPart> {
  const live = await findLive(primaryOf(c), userId, eventId)
  if (!live?.mine) throw new AppError('Conflict')
  return live.mine
}

/** My own part in a game: /events/:id/me */
export const partRoutes = new Hono<AppEnv>()
  .put(
    '/:id/me',
    operation('Join, ask to join, or get in line', 200, MyPart, 'Refused with 409 before it opens for sign-up.'),
    input('param', EventPath),
    input('json', JoinEvent),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      await joinEvent(primaryOf(c), actingOf(c), viewer.id, id, c.req.valid('json'))
      // A seat may be free while others wait for it: they are asked first, and at once.
      offerSoon(c, id)
      return c.json(await answerMine(c, viewer.id, id))
    },
  )
  .patch(
    '/:id/me',
    operation('Bring others, or move to another slot', 200, MyPart),
    input('param', EventPath),
    input('json', ChangePart),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      await changePart(primaryOf(c), c.var.now(), viewer.id, id, c.req.valid('json'))
      offerSoon(c, id)
      return c.json(await answerMine(c, viewer.id, id))
    },
  )
  .delete('/:id/me', operation('Leave', 204), input('param', EventPath), async (c) => {
    const viewer = await requireComplete(c)
    const { id } = c.req.valid('param')
    if (await leaveEvent(primaryOf(c), c.var.now(), viewer.id, id)) offerSoon(c, id)
    return c.body(null, 204)
  })
  .post(
    '/:id/me/take',
    operation('Take the seat I am offered, or that is free and mine to take', 200, MyPart),
    input('param', EventPath),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      if (!(await takeFreeSeat(primaryOf(c), c.var.now(), viewer.id, id))) throw new AppError('SeatNotFree')
      return c.json(await answerMine(c, viewer.id, id))
    },
  )
  .post(
    '/:id/me/transfer',
    operation('Give my seat to someone else', 204),
    input('param', EventPath),
    input('json', TransferSeat),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const { to } = c.req.valid('json')
      const db = primaryOf(c)
      await requireReach(db, viewer.id, to, 'invite')
      await transferSeat(db, actingOf(c), viewer.id, id, to)
      return c.body(null, 204)
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
