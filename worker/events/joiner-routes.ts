import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import { EventPath } from '../../domain/events/contract.ts'
import {
  BringFriends,
  ChangeJoiner,
  CoHostInvite,
  JoinEvent,
  JoinerAnswer,
  OfferToken,
  SeatOffer,
  TakeSeat,
  TransferPath,
  TransferSeat,
} from '../../domain/events/join-contract.ts'
import { JoinSeries, SeriesAnswer } from '../../domain/events/series-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { requireReach } from '../privacy/reach.ts'
import { acceptCoHostInvite, declineCoHostInvite, findCoHostInvite } from './answer-co-host-invite.ts'
import { answerOffer, findOffer } from './answer-offer.ts'
import { bringFriends } from './bring-friends.ts'
import { changeJoiner, leaveEvent, takeFreeSeat } from './change-joiner.ts'
import { findLive } from './find-event.ts'
import { offerSeatsSoon } from './from-request.ts'
import { joinEvent } from './join-event.ts'
import { joinSeries } from './join-series.ts'
import { leaveSeries } from './leave-series.ts'
import { acceptTransfer, declineTransfer, offerSeatTo, takeBackTransfer } from './transfer-seat.ts'

const operation = describeOperations('Joining')

/** Every change answers with the current seats from the server, so the page never guesses the result. */
async function answerLive(c: AppContext, db: Database, userId: string, eventId: string) {
  return c.json({ live: await findLive(db, userId, eventId, c.var.now()) } satisfies JoinerAnswer)
}

/** The viewer's own entry in a game: /events/:id/me */
export const myJoinerRoutes = new Hono<AppEnv>()
  .put(
    '/:id/me',
    operation('Join a game, ask to join, or join the waitlist', 200, JoinerAnswer, 'Answers 409 before the game opens for sign-up.'),
    input('param', EventPath),
    input('json', JoinEvent),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = getPrimary(c)
      await joinEvent(db, getCommandContext(c), viewer.id, id, c.req.valid('json'))
      // If a seat is free while others wait for it, we offer it to them now.
      offerSeatsSoon(c, id)
      return answerLive(c, db, viewer.id, id)
    },
  )
  .patch(
    '/:id/me',
    operation('Change my guests or my slot', 200, JoinerAnswer),
    input('param', EventPath),
    input('json', ChangeJoiner),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = getPrimary(c)
      await changeJoiner(db, c.var.now(), viewer.id, id, c.req.valid('json'))
      offerSeatsSoon(c, id)
      return answerLive(c, db, viewer.id, id)
    },
  )
  .delete('/:id/me', operation('Leave a game', 200, JoinerAnswer), input('param', EventPath), async (c) => {
    const viewer = await requireComplete(c)
    const { id } = c.req.valid('param')
    const db = getPrimary(c)
    if (await leaveEvent(db, c.var.now(), viewer.id, id)) offerSeatsSoon(c, id)
    return answerLive(c, db, viewer.id, id)
  })
  .post(
    '/:id/me/friends',
    operation(
      'Hold seats for friends in a game that I am in',
      200,
      JoinerAnswer,
      'Each of them accepts or declines, and pays for their own seat. If there are not enough free seats for all, they are invited. Who has not paid for their own seat gets 409.',
    ),
    input('param', EventPath),
    input('json', BringFriends),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = getPrimary(c)
      await bringFriends(db, getCommandContext(c), viewer.id, id, c.req.valid('json').friendIds)
      return answerLive(c, db, viewer.id, id)
    },
  )
  .put(
    '/:id/me/series',
    operation(
      'Join all upcoming dates of a series',
      200,
      SeriesAnswer,
      'Each date follows its own rules: a full one puts me on its waitlist, and one that I cannot join says why. Dates that cost money are left out.',
    ),
    input('param', EventPath),
    input('json', JoinSeries),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      await limitCostly(c, 'join-series', viewer.id)
      const db = getPrimary(c)
      const dates = await joinSeries(db, getCommandContext(c), viewer.id, id, c.req.valid('json'))
      return c.json({ dates, live: await findLive(db, viewer.id, id, c.var.now()) } satisfies SeriesAnswer)
    },
  )
  .delete(
    '/:id/me/series',
    operation('Leave a game and all later dates of its series', 200, SeriesAnswer, 'Dates that cost money are left one by one.'),
    input('param', EventPath),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = getPrimary(c)
      const dates = await leaveSeries(db, getCommandContext(c), viewer.id, id)
      return c.json({ dates, live: await findLive(db, viewer.id, id, c.var.now()) } satisfies SeriesAnswer)
    },
  )
  .post(
    '/:id/me/take',
    operation(
      'Take the seat I was offered, or a free seat if I am first on the waitlist',
      200,
      JoinerAnswer,
      'Whoever was brought by a friend sends the answers to the questions of the game with it.',
    ),
    input('param', EventPath),
    input('json', TakeSeat, { mayBeMissing: true }),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const db = getPrimary(c)
      if (!(await takeFreeSeat(db, c.var.now(), viewer.id, id, c.req.valid('json').answers))) throw new AppError('SeatNotFree')
      return answerLive(c, db, viewer.id, id)
    },
  )
  .post(
    '/:id/me/transfer',
    operation('Offer my seat to someone else', 200, JoinerAnswer, 'They have a day to accept it. Until then I keep the seat.'),
    input('param', EventPath),
    input('json', TransferSeat),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id } = c.req.valid('param')
      const { to } = c.req.valid('json')
      const db = getPrimary(c)
      await requireReach(db, viewer.id, to, 'invite')
      await offerSeatTo(db, getCommandContext(c), viewer.id, id, to)
      return answerLive(c, db, viewer.id, id)
    },
  )
  .delete('/:id/me/transfer', operation('Take back the offer of my seat', 200, JoinerAnswer), input('param', EventPath), async (c) => {
    const viewer = await requireComplete(c)
    const { id } = c.req.valid('param')
    const db = getPrimary(c)
    await takeBackTransfer(db, viewer.id, id)
    return answerLive(c, db, viewer.id, id)
  })
  .post(
    '/:id/me/transfers/:transferId/accept',
    operation('Accept a seat that a player offers me', 200, JoinerAnswer),
    input('param', TransferPath),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id, transferId } = c.req.valid('param')
      const db = getPrimary(c)
      await acceptTransfer(db, getCommandContext(c), viewer.id, id, transferId)
      return answerLive(c, db, viewer.id, id)
    },
  )
  .post(
    '/:id/me/transfers/:transferId/decline',
    operation('Decline a seat that a player offers me', 200, JoinerAnswer),
    input('param', TransferPath),
    async (c) => {
      const viewer = await requireComplete(c)
      const { id, transferId } = c.req.valid('param')
      const db = getPrimary(c)
      await declineTransfer(db, c.var.now(), viewer.id, id, transferId)
      return answerLive(c, db, viewer.id, id)
    },
  )

/** The viewer's invitation to be a co-host: /events/:id/me/co-host-invite. Without one, a game looks like one that does not exist. */
export const coHostInviteRoutes = new Hono<AppEnv>()
  .get(
    '/:id/me/co-host-invite',
    operation('Get my invitation to co-host a game', 200, CoHostInvite),
    input('param', EventPath),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json((await findCoHostInvite(getPrimary(c), viewer.id, c.req.valid('param').id, c.var.now())) satisfies CoHostInvite)
    },
  )
  .post(
    '/:id/me/co-host-invite/accept',
    operation('Accept to co-host a game and its series', 204),
    input('param', EventPath),
    async (c) => {
      const viewer = await requireComplete(c)
      await acceptCoHostInvite(getPrimary(c), getCommandContext(c), viewer.id, c.req.valid('param').id)
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/me/co-host-invite/decline',
    operation('Decline to co-host a game and its series', 204),
    input('param', EventPath),
    async (c) => {
      const viewer = await requireComplete(c)
      await declineCoHostInvite(getPrimary(c), c.var.now(), viewer.id, c.req.valid('param').id)
      return c.body(null, 204)
    },
  )

export type CoHostInviteRoutes = typeof coHostInviteRoutes

/** Answers to seat offers by the link in the email. Only the owner of the mailbox has the link, so they need not sign in. */
export const offerRoutes = new Hono<AppEnv>()
  .get('/:token', operation('Get a seat offer', 200, SeatOffer), input('param', OfferToken), async (c) =>
    c.json(await findOffer(getPrimary(c), c.req.valid('param').token, c.var.now())),
  )
  .post('/:token/take', operation('Accept a seat offer', 204), input('param', OfferToken), async (c) => {
    await answerOffer(getPrimary(c), c.var.now(), c.req.valid('param').token, true)
    return c.body(null, 204)
  })
  .post('/:token/reject', operation('Decline a seat offer', 204), input('param', OfferToken), async (c) => {
    offerSeatsSoon(c, await answerOffer(getPrimary(c), c.var.now(), c.req.valid('param').token, false))
    return c.body(null, 204)
  })

export type MyJoinerRoutes = typeof myJoinerRoutes
export type OfferRoutes = typeof offerRoutes
