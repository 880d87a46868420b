import { Hono } from 'hono'
import * as v from 'valibot'
import { Id } from '../../domain/ids.ts'
import { PayForSeat } from '../../domain/orders/contract.ts'
import { SeatShare } from '../../domain/orders/share-contract.ts'
import { RedirectAnswer } from '../../domain/payments/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import { openMoney } from '../payments/money-context.ts'
import { requirePayer } from '../payments/require-payer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { payShare, readShare } from './shares.ts'

const operation = describeOperations('Orders')
const WithId = v.object({ id: Id })

/** Seats of a party that friends pay for. Whoever has the link may see and pay one. */
export const shareRoutes = new Hono<AppEnv>()
  .get('/:id', operation('The seat that a friend asks me to pay for', 200, SeatShare), input('param', WithId), async (c) => {
    const { id } = await requireComplete(c)
    return c.json(await readShare(getPrimary(c), id, c.req.valid('param').id, c.var.now()))
  })
  .post(
    '/:id/pay',
    operation(
      'The page on which I pay for one seat of a friend’s party',
      200,
      RedirectAnswer,
      'Sends the price that the person has seen. If it is no longer the price, the answer is 409 and nothing is paid.',
    ),
    input('param', WithId),
    input('json', PayForSeat),
    async (c) => {
      const payer = await requirePayer(c)
      return c.json({ url: await payShare(await openMoney(c), payer, c.req.valid('param').id, c.req.valid('json')) })
    },
  )

export type ShareRoutes = typeof shareRoutes
