import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { timeToPay } from '../../domain/events/seat-rules.ts'
import { entries } from '../events/shared.ts'
import { isActiveRow } from '../payments/payee.ts'
import { accounts } from '../payments/shared.ts'
import { inList, updateSet } from '../platform/columns.ts'
import { asNumber, computed, selectFields } from '../platform/row-query.ts'
import { orders } from './schema.ts'

/** The order whose balance it is. */
export const first = alias(orders, 'first')
const part = alias(orders, 'part')
const payout = alias(accounts, 'payout')
const owing = alias(entries, 'owing')

/** `orders`, or another name for it. */
type OrderTable = Record<'id' | 'payerId' | 'balance' | 'shares' | 'state' | 'settledAt' | 'balanceOf', SQLWrapper>

const isPart = (order: OrderTable): SQL =>
  sql`${part.balanceOf} = ${order.id} AND ${part.balanceOf} IS NOT NULL AND ${part.settledAt} IS NULL`

/** What of the balance of this order is not paid. */
export const balanceLeft = (order: OrderTable): SQL => sql`(${order.balance} - (SELECT coalesce(sum(${part.amount} - ${part.bookingFee}), 0)
  FROM ${orders} ${part} WHERE ${isPart(order)} AND ${part.state} = 'paid'))`

/** The seats of this order are there, and somebody must still pay for them. */
export const isOwed = (order: OrderTable): SQL =>
  sql`(${order.balance} > 0 AND ${order.state} = 'paid' AND ${order.settledAt} IS NULL AND ${balanceLeft(order)} > 0)`

/** Somebody owes a balance in one of these games, or is about to pay what comes before it. */
export const isBalanceTold = (eventIds: readonly string[]): SQL =>
  sql`EXISTS (SELECT 1 FROM ${orders} ${first} WHERE ${inList(first.eventId, eventIds)}
    AND (${isOwed(first)} OR (${first.state} = 'open' AND ${first.balance} > 0)))`

/** Nobody can pay on the account of this order now: Stripe has restricted it, or its host has unlinked it. */
export const isBlocked = (order: { accountId: SQLWrapper }): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${accounts} ${payout} WHERE ${payout.stripeId} = ${order.accountId} AND ${isActiveRow(payout)})`

/** The person cannot pay the rest for their seats now, because the host cannot be paid. There is still time in which that may change. */
export const waitsForHost = (joinerId: SQLWrapper | string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${orders} ${first} CROSS JOIN ${entries} ${owing} ON ${owing.id} = ${first.joinerId}
    WHERE ${first.joinerId} = ${joinerId} AND ${owing.startsAt} > ${now + timeToPay} AND ${isOwed(first)} AND ${isBlocked(first)})`

/** Somebody must still pay for these seats on this account. */
export const isOwedOn = (accountId: string, joinerId: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${orders} ${first} WHERE ${first.joinerId} = ${joinerId} AND ${first.accountId} = ${accountId} AND ${isOwed(first)})`

/**
 * This order paid all that was left of a balance. An order that paid more is not counted, because its money goes back. True for an order that
 * pays no balance.
 */
export const isBalancePaid = (orderId: string): SQL => sql`NOT EXISTS (SELECT 1 FROM ${orders} ${part} JOIN ${orders} ${first}
  ON ${first.id} = ${part.balanceOf} WHERE ${part.id} = ${orderId} AND (${first.settledAt} IS NOT NULL OR ${balanceLeft(first)} <> 0))`

/** More was paid than the balance. The payment that came last goes back. */
export const exceedsBalance = (order: { balanceOf: SQLWrapper }): SQL =>
  sql`EXISTS (SELECT 1 FROM ${orders} ${first} WHERE ${first.id} = ${order.balanceOf} AND ${balanceLeft(first)} < 0)`

/** How many people are paying at this moment. `since`: a page that was opened before has ended. */
export const openParts = (order: OrderTable, since: number): SQL =>
  sql`(SELECT count(*) FROM ${orders} ${part} WHERE ${isPart(order)} AND ${part.state} = 'open' AND ${part.createdAt} > ${since})`

/** How many shares were paid. */
export const sharesPaid = (order: OrderTable): SQL =>
  sql`(SELECT count(*) FROM ${orders} ${part} WHERE ${isPart(order)} AND ${part.state} = 'paid')`

/** What the fee of a balance is judged by. */
export const firstFields = { firstAmount: computed(sql`${first.amount} - ${first.bookingFee}`, asNumber), firstFee: first.bookingFee }

export const owedFields = {
  ...firstFields,
  id: first.id,
  ...{ eventId: first.eventId, joinerId: first.joinerId, payerId: first.payerId, payeeId: first.payeeId, accountId: first.accountId },
  ...{
    seats: first.seats,
    tierId: first.tierId,
    currency: first.currency,
    refundHours: first.refundHours,
    refundUntil: first.refundUntil,
    refundIfResold: first.refundIfResold,
    balanceDueAt: first.balanceDueAt,
  },
  ...{ balance: first.balance, shares: first.shares, sharesPaid: computed(sharesPaid(first), asNumber) },
  left: computed(balanceLeft(first), asNumber),
}

/** The order with a balance that `which` selects, if something of it is left. */
export const selectOwed = (which: SQL) => selectFields(owedFields, sql`FROM ${orders} ${first} WHERE ${which} AND ${isOwed(first)}`)

/** The host asks for nothing more. */
export const remitBalance = (orderId: string, when: SQL): SQL =>
  updateSet(orders, { balance: sql`${orders.balance} - ${balanceLeft(orders)}` }, sql`WHERE ${orders.id} = ${orderId} AND ${when}`)

/** The balance is paid, so nobody is asked for it any more. */
export const endBalance = (orderId: string): SQL =>
  updateSet(orders, { balanceDueAt: null }, sql`WHERE ${orders.id} = ${orderId} AND ${balanceLeft(orders)} <= 0`)

/** The balance of an entry, as the person sees it. NULL if nothing is left to pay. */
export const balanceOfEntry = ({
  id,
  payUntil,
}: {
  id: SQLWrapper
  payUntil: SQLWrapper
}): SQL => sql`(SELECT json_object('orderId', ${first.id},
    'amount', ${balanceLeft(first)}, 'dueAt', coalesce(${first.balanceDueAt}, ${payUntil}), 'shares', ${first.shares}, 'sharesPaid', ${sharesPaid(first)},
    'firstAmount', ${first.amount} - ${first.bookingFee}, 'firstFee', ${first.bookingFee})
  FROM ${orders} ${first} WHERE ${first.joinerId} = ${id} AND ${isOwed(first)} LIMIT 1)`

/** What is left to pay for the seats of an entry. NULL if nothing was paid, or nothing is left. */
export const leftOfEntry = (joinerId: SQLWrapper): SQL =>
  sql`(SELECT ${balanceLeft(first)} FROM ${orders} ${first} WHERE ${first.joinerId} = ${joinerId} AND ${isOwed(first)} LIMIT 1)`

/** What part of the price this order pays. NULL if it pays all of it. */
export const partOf = (order: OrderTable): SQL => sql`CASE WHEN ${order.balance} > 0 AND ${order.shares} = 0 THEN 'deposit'
  WHEN ${order.balanceOf} IS NULL THEN NULL
  WHEN ${order.payerId} = (SELECT ${first.payerId} FROM ${orders} ${first} WHERE ${first.id} = ${order.balanceOf}) THEN 'balance' ELSE 'share' END`
