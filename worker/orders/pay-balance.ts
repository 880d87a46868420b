import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { EventPrice } from '../../domain/events/pricing-contract.ts'
import { withFee } from '../../domain/events/seat-price.ts'
import { keepFee, shareOf } from '../../domain/orders/balance.ts'
import type { PayForSeat } from '../../domain/orders/contract.ts'
import { checkoutDuration, checkoutMargin } from '../../domain/orders/holds.ts'
import { judgeClaims } from '../payments/judge-claims.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { RowOf } from '../platform/row-query.ts'
import { balanceLeft, first, isOwed, openParts, type selectOwed, sharesPaid } from './balance-left.ts'
import { closePage, isOpenFor, isSamePrice, maxRetry, openPage, type Payer } from './order-page.ts'
import type { Order } from './queries.ts'
import { orders } from './schema.ts'

type Debt = RowOf<ReturnType<typeof selectOwed>> & {
  /** For our fee. */
  offer: EventPrice
  /** The page on which this person is about to pay. */
  open: Order | undefined
  title: string
  startsAt: number
  canBePaid: boolean
  /** A friend pays for one seat. The person who has the seats pays all that is left. */
  isShare: boolean
}

/** Opens the page on which somebody pays what is left of the price of seats, or a share of it. */
export async function payBalance(money: MoneyContext, payer: Payer, debt: Debt, seen: PayForSeat): Promise<string> {
  const { db, now } = money
  const { left, open, startsAt, isShare } = debt
  if (!debt.canBePaid) throw new AppError('HostCannotBePaid')
  const offer = keepFee(debt.offer, debt)
  const price = withFee(offer, isShare ? shareOf(debt) : left, offer)
  if (price.amount !== seen.amount || price.currency !== seen.currency || debt.currency !== price.currency)
    throw new AppError('OfferChanged')
  judgeClaims(money, seen, { uid: payer.id, account: debt.accountId, fee: price.ourFee, cost: price.amount })
  const shown = { ...price, title: `${debt.title}, ${isShare ? 'one seat' : 'balance'}` }
  if (open) {
    const isSame = isSamePrice(open, price) && open.balanceOf === debt.id
    if (isSame && open.sessionUrl !== null && now < open.createdAt + checkoutDuration) return open.sessionUrl
    if (isSame && now < open.createdAt + maxRetry) return openPage(money, payer, open, shown)
    await closePage(money, open)
  }
  if (startsAt - now < checkoutDuration) throw new AppError('TooLateToPay')
  const seatsLeft = debt.shares > 0 ? debt.shares - debt.sharesPaid : debt.seats
  const row = {
    ...{
      id: money.newId(),
      eventId: debt.eventId,
      joinerId: debt.joinerId,
      payerId: payer.id,
      balanceOf: debt.id,
      platform: money.platform,
    },
    ...{
      payeeId: debt.payeeId,
      accountId: debt.accountId,
      tierId: debt.tierId,
      refundHours: debt.refundHours,
      refundUntil: debt.refundUntil,
      refundIfResold: debt.refundIfResold,
      createdAt: now,
    },
    ...{ amount: price.amount, bookingFee: price.bookingFee, ourFee: price.ourFee, currency: price.currency },
    seats: isShare ? 1 : seatsLeft,
    state: 'open' as const,
  }
  // Pages that were opened before have ended. While somebody pays, nobody else may pay for the same seat.
  const paying = openParts(first, now - checkoutDuration - checkoutMargin)
  const isLeft = isShare ? sql`${first.shares} - ${sharesPaid(first)} > ${paying}` : sql`${paying} = 0`
  const { stored } = await runBatch(db, {
    inserted: insertSelect(
      orders,
      row,
      sql`WHERE EXISTS (SELECT 1 FROM ${orders} ${first} WHERE ${first.id} = ${debt.id} AND ${isOwed(first)}
        AND ${balanceLeft(first)} >= ${price.seatsAmount} AND ${isLeft}) ON CONFLICT DO NOTHING`,
    ),
    stored: db
      .select()
      .from(orders)
      .where(and(isOpenFor(sql`${debt.joinerId}`), eq(orders.payerId, payer.id))),
  })
  const [order] = stored.rows
  if (!order) throw new AppError('ShareTaken')
  if (!isSamePrice(order, price) || order.balanceOf !== debt.id) throw new AppError('OfferChanged')
  return openPage(money, payer, order, shown)
}
