import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { findTier, hasTiers, priceInCash, pricingOfTier } from '../../domain/events/seat-price.ts'
import type { NotePayment } from '../../domain/orders/contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { paysAsMember } from '../events/event-price.ts'
import { inSeatBatch } from '../events/seats.ts'
import { chooseTier, giveUnpaidSeat } from '../events/settle-paying.ts'
import { entries, game, games } from '../events/shared.ts'
import { judgeClaims } from '../payments/judge-claims.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import { asBoolean, asText, computed, orNull, selectFields } from '../platform/row-query.ts'
import { balanceLeft, endBalance, first, isOwed, remitBalance, selectOwed } from './balance-left.ts'
import { closeOrder } from './close-order.ts'
import { seesMoneyOfGame } from './list-game-orders.ts'
import { isOpenFor } from './order-page.ts'
import { payeeOf } from './payee.ts'
import type { Order } from './queries.ts'
import { mailReceipt } from './receipts.ts'
import { orders } from './schema.ts'
import { isPaidNow } from './take-payment.ts'

const entry = alias(entries, 'entry')
const other = alias(orders, 'other')

type Unpaid = { eventId: string; joinerId: string }

const selectUnpaid = (hostId: string, { eventId, joinerId }: Unpaid, now: number) =>
  selectFields(
    {
      state: entry.state,
      payerId: computed(sql`${entry.userId}`, orNull(asText)),
      seats: entry.seats,
      chosenTierId: entry.tierId,
      gameState: game.state,
      startsAt: game.startsAt,
      pricing: game.pricing,
      isMember: computed(paysAsMember(entry.userId, now), asBoolean),
      payeeId: computed(payeeOf(game), orNull(asText)),
      mayNote: computed(seesMoneyOfGame(hostId), asBoolean),
    },
    sql`FROM ${entries} ${entry} JOIN ${games} ${game} ON ${game.id} = ${entry.eventId} WHERE ${entry.id} = ${joinerId} AND ${entry.eventId} = ${eventId}`,
  )

/** The newest payment for these seats that counts. */
const selectCurrent = (db: MoneyContext['db'], joinerId: string) =>
  db
    .select()
    .from(orders)
    .where(sql`${eq(orders.joinerId, joinerId)} AND ${orders.state} IN ('open', 'paid') AND ${orders.settledAt} IS NULL`)
    .orderBy(sql`${orders.state} = 'paid' DESC, ${orders.createdAt} DESC`)
    .limit(1)

/**
 * A host who manages the money of a game has taken cash for seats that are held, or gives them for nothing. First nobody can pay for them
 * by card any more, by Stripe's word. The host has seen a price, which must be the one of now. A second request changes nothing. Call
 * `requireHost` first.
 */
export async function notePayment(money: MoneyContext, hostId: string, unpaid: Unpaid, seen: NotePayment): Promise<void> {
  const { db, now } = money
  const { eventId, joinerId } = unpaid
  const { method } = seen
  const { found, current, owed, pages } = await runBatch(db, {
    found: selectUnpaid(hostId, unpaid, now),
    current: selectCurrent(db, joinerId),
    owed: selectOwed(sql`${first.joinerId} = ${joinerId}`),
    pages: db
      .select()
      .from(orders)
      .where(isOpenFor(sql`${joinerId}`)),
  })
  const [facts] = found.rows
  if (!facts) throw new AppError('JoinerNotFound')
  if (!facts.mayNote) throw new AppError('NotAllowed')
  const [order] = current.rows
  const [debt] = owed.rows
  if (order?.state === 'paid' && order.method === method)
    return judgeClaims(money, seen, { uid: order.payerId, cost: order.amount, fee: order.ourFee })
  const { pricing, payerId, payeeId, seats, startsAt, isMember } = facts
  if (facts.state !== 'paying' || facts.gameState !== 'published' || pricing === null || payerId === null || payeeId === null)
    throw new AppError('JoinerChanged')
  const chosen = findTier(pricing, facts.chosenTierId)
  const tier = chosen ?? findTier(pricing, seen.tierId)
  if (!tier && !debt && method === 'cash' && hasTiers(pricing)) throw new AppError('TicketMissing')
  const tierId = tier?.id ?? null
  const price = debt
    ? { amount: debt.left, currency: debt.currency }
    : priceInCash(pricingOfTier(pricing, tierId), { seats, isMember, startsAt, now })
  const amount = method === 'gift' ? 0 : price.amount
  judgeClaims(money, seen, { uid: payerId, cost: amount, fee: 0 })
  if (amount !== seen.amount || price.currency !== seen.currency) throw new AppError('OfferChanged')
  for (const page of pages.rows) await closePage(money, page)
  const id = money.newId()
  const row = {
    ...{ id, eventId, joinerId, payerId, payeeId, accountId: '', seats, tierId, method },
    ...{ amount, ourFee: 0, currency: price.currency, createdAt: now, paidAt: now, state: 'paid' as const },
    platform: money.platform,
    refundIfResold: pricing.refundIfResold ?? false,
    ...(debt && { balanceOf: debt.id, seats: debt.shares > 0 ? debt.shares - debt.sharesPaid : debt.seats }),
    refundHours: pricing.refundHours,
    refundUntil: pricing.refundHours === null ? null : startsAt - pricing.refundHours * hour,
  }
  const isHeld = sql`EXISTS (SELECT 1 FROM ${entries} ${entry} WHERE ${entry.id} = ${joinerId} AND ${entry.state} = 'paying' AND ${entry.seats} = ${seats} AND ${entry.tierId} IS ${tierId})`
  const isSameDebt = debt
    ? sql`EXISTS (SELECT 1 FROM ${orders} ${first} WHERE ${first.id} = ${debt.id} AND ${isOwed(first)} AND ${balanceLeft(first)} = ${debt.left})`
    : sql`1`
  const { stored } = await runBatch(db, {
    ...inSeatBatch(eventId, now, {
      chosen: !chosen && tierId !== null ? [chooseTier(db, joinerId, tierId)] : [],
      // Meanwhile the player may have opened another page.
      inserted: insertSelect(
        orders,
        row,
        sql`WHERE ${isHeld} AND ${isSameDebt} AND NOT EXISTS (SELECT 1 FROM ${orders} ${other} WHERE ${other.joinerId} = ${joinerId} AND ${other.state} = 'open')`,
      ),
      balance: debt ? [...(method === 'gift' ? [remitBalance(debt.id, isPaidNow(id, now))] : []), endBalance(debt.id)] : [],
      ...giveUnpaidSeat(db, { now, newId: money.newId, platform: money.platform }, joinerId, isPaidNow(id, now)),
      receipt: mailReceipt(id, now),
    }),
    stored: selectCurrent(db, joinerId),
  })
  const [after] = stored.rows
  if (after?.state === 'paid' && after.method === method) return
  throw new AppError(after?.state === 'open' ? 'PaysByCardNow' : 'OfferChanged')
}

/** Closes the page at Stripe. Whoever has just paid there has their seats. */
async function closePage(money: MoneyContext, order: Order): Promise<void> {
  const { outcome, statements } = await closeOrder(money, order)
  await runBatch(money.db, { closed: statements })
  if (outcome === 'paid') throw new AppError('HasPaidByCard')
  if (outcome !== 'ended') throw new AppError('PaysByCardNow')
}
