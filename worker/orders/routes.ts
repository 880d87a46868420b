import { Hono } from 'hono'
import * as v from 'valibot'
import { JoinerPath } from '../../domain/events/manage-contract.ts'
import { CursorOnly, Id } from '../../domain/ids.ts'
import { Credits, NotePayment, OrderRefundPath, PayForSeat, RefundOrder } from '../../domain/orders/contract.ts'
import { OpenDisputes } from '../../domain/orders/disputes.ts'
import { GameOrderPage } from '../../domain/orders/game-orders-contract.ts'
import { listReceiptLines } from '../../domain/orders/receipt.ts'
import { RedirectAnswer } from '../../domain/payments/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import { hostOf } from '../events/from-request.ts'
import { judgeRequest } from '../payments/judge-claims.ts'
import { openMoney } from '../payments/money-context.ts'
import { requirePayer } from '../payments/require-payer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { answerReceipt, describeReceipt } from './answer-receipt.ts'
import { listCredits } from './credits.ts'
import { giveCredit } from './give-credit.ts'
import { listGameOrders } from './list-game-orders.ts'
import { listOpenDisputes } from './list-open-disputes.ts'
import { noteGivenBack } from './note-given-back.ts'
import { notePayment } from './note-payment.ts'
import { payForSeats } from './pay.ts'
import { readReceipt } from './receipts.ts'
import { refundOrder } from './refund-order.ts'

const operation = describeOperations('Orders')
const WithId = v.object({ id: Id })

/** Paying for a game, and what was paid, are addresses of the game. */
export const payRoutes = new Hono<AppEnv>()
  .get(
    '/:id/orders',
    operation(
      'List what players have paid for a game',
      200,
      GameOrderPage,
      'Only for whoever is paid, and those who manage the money of the community.',
    ),
    input('param', WithId),
    input('query', CursorOnly),
    async (c) => {
      const { id } = await requireComplete(c)
      return c.json(
        await listGameOrders(getPrimary(c), { userId: id, now: c.var.now() }, c.req.valid('param').id, c.req.valid('query').cursor),
      )
    },
  )
  .post(
    '/:id/joiners/:joinerId/payment',
    operation(
      'Note that a player has paid in cash, or need not pay',
      204,
      undefined,
      'Only for hosts who manage the money of the game. Sends the price that the host has seen. If it is no longer the price, or the player is paying by card, the answer is 409.',
    ),
    input('param', JoinerPath),
    input('json', NotePayment),
    async (c) => {
      await requireComplete(c)
      const { id, joinerId } = c.req.valid('param')
      const { hostId } = await hostOf(c, id)
      await notePayment(await openMoney(c), hostId, { eventId: id, joinerId }, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/pay',
    operation(
      'The page on which I pay for the seats that are held for me',
      200,
      RedirectAnswer,
      'Sends the price that the person has seen. If it is no longer the price, the answer is 409 and nothing is paid.',
    ),
    input('param', WithId),
    input('json', PayForSeat),
    async (c) => {
      const payer = await requirePayer(c)
      return c.json({ url: await payForSeats(await openMoney(c), payer, c.req.valid('param').id, c.req.valid('json')) })
    },
  )

/** Payments that the banks of players take back. */
export const disputeRoutes = new Hono<AppEnv>().get(
  '/',
  operation('List the open disputes about payments to me, and to communities whose money I manage', 200, OpenDisputes),
  async (c) => {
    const { id } = await requireComplete(c)
    return c.json(await listOpenDisputes(getPrimary(c), id))
  },
)

export const orderRoutes = new Hono<AppEnv>()
  .get('/:id/receipt', describeReceipt('Orders'), input('param', WithId), async (c) => {
    const { id } = await requireComplete(c)
    const receipt = await readReceipt(getPrimary(c), id, c.req.valid('param').id)
    return answerReceipt(c, { number: receipt.orderId, lines: listReceiptLines(receipt) })
  })
  .post(
    '/:id/refunds',
    operation(
      'Give a part of a payment back',
      204,
      undefined,
      'Only for whoever is paid, and those who manage the money of the community.',
    ),
    input('param', WithId),
    input('json', RefundOrder),
    async (c) => {
      const { id } = await requireComplete(c)
      judgeRequest(c, c.req.valid('json'), { uid: id })
      await refundOrder(getPrimary(c), getClock(c), id, c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )
  .post(
    '/:id/refunds/:refundId/given-back',
    operation(
      'Say that money was given back by hand',
      204,
      undefined,
      'Only for whoever is paid, and those who manage the money of the community. It was paid in cash, or we can no longer use the account that got it. If we send it by card, the answer is 409.',
    ),
    input('param', OrderRefundPath),
    async (c) => {
      const { id: userId } = await requireComplete(c)
      const { id, refundId } = c.req.valid('param')
      await noteGivenBack(getPrimary(c), c.var.now(), userId, id, refundId)
      return c.body(null, 204)
    },
  )

  .post(
    '/:id/credits',
    operation(
      'Give a player credit for the next games of whoever was paid, instead of money that goes back',
      204,
      undefined,
      'Only for whoever is paid, and those who manage the money of the community.',
    ),
    input('param', WithId),
    input('json', RefundOrder),
    async (c) => {
      const { id } = await requireComplete(c)
      judgeRequest(c, c.req.valid('json'), { uid: id })
      await giveCredit(getPrimary(c), getClock(c), id, c.req.valid('param').id, c.req.valid('json'))
      return c.body(null, 204)
    },
  )

/** What players have left with hosts. */
export const creditRoutes = new Hono<AppEnv>().get('/', operation('List my credit with hosts', 200, Credits), async (c) => {
  const { id } = await requireComplete(c)
  return c.json(await listCredits(getPrimary(c), id))
})

export type CreditRoutes = typeof creditRoutes
export type DisputeRoutes = typeof disputeRoutes
export type PayRoutes = typeof payRoutes
export type OrderRoutes = typeof orderRoutes
