import { eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { SeatPrice } from '../../domain/events/seat-price.ts'
import { checkoutDuration } from '../../domain/orders/holds.ts'
import { minute } from '../../domain/time/spans.ts'
import { hasCode, isStripeError } from '../payments/call-stripe.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { readRefusedAccount } from '../payments/queue-account-readings.ts'
import { runBatch } from '../platform/batch.ts'
import { closeSession, createSession } from './checkout-session.ts'
import { closeOrder } from './close-order.ts'
import type { Order } from './queries.ts'
import { orders } from './schema.ts'

export type Payer = { id: string; email: string }

// The state is written out, because SQLite then reads the partial index.
export const isOpenFor = (joinerId: SQL): SQL => sql`${orders.joinerId} = ${joinerId} AND ${orders.state} = 'open'`

export const isSamePrice = (order: Order, { amount, currency, credit }: SeatPrice) =>
  order.amount === amount && order.currency === currency && order.credit === credit

/** Opens the page of an order at Stripe, stores it, and returns its address. */
export async function openPage(
  money: MoneyContext,
  { email }: Payer,
  order: Order,
  shown: { title: string; seatsAmount: number; bookingFee: number },
): Promise<string> {
  const { db, stripe, origin } = money
  const session = await createSession(stripe, order, { ...shown, email, origin }).catch(async (error: unknown) => {
    // Stripe has restricted the account, and has not told us yet.
    if (hasCode(error, 'account_invalid')) {
      await readRefusedAccount(db, order.accountId, money.now)
      throw new AppError('HostCannotBePaid', { cause: error })
    }
    if (!isStripeError(error) || error.rawType !== 'idempotency_error') throw error
    // The page that is there says something else, such as the earlier title of the game.
    await closePage(money, order)
    throw new AppError('OfferChanged', { cause: error })
  })
  if (session.url === null) throw new AppError('PaymentsUnavailable')
  const { after } = await runBatch(db, {
    stored: db.update(orders).set({ sessionId: session.id, sessionUrl: session.url }).where(eq(orders.id, order.id)),
    after: db.select({ state: orders.state }).from(orders).where(eq(orders.id, order.id)),
  })
  if (after.rows[0]?.state !== 'open') {
    // The seats were lost in this moment, so nobody may pay on this page.
    await closeSession(stripe, { ...order, sessionId: session.id })
    throw new AppError('OfferChanged')
  }
  return session.url
}

/** So long after an order was made, its page can still be opened: Stripe wants it to live for 30 minutes. */
export const maxRetry = checkoutDuration - 30 * minute - 15_000

/** Closes the page of an earlier price. Whoever has just paid there has their seats. */
export async function closePage(money: MoneyContext, order: Order): Promise<void> {
  const { outcome, statements } = await closeOrder(money, order)
  await runBatch(money.db, { closed: statements })
  if (outcome === 'paid' || outcome === 'pending') throw new AppError('NothingToPay')
  // Somebody is paying there right now.
  if (outcome === 'open') throw new AppError('PaymentsUnavailable')
}
