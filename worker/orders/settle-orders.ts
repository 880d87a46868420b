import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { RefundReason } from '../../domain/orders/contract.ts'
import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { entries, games } from '../events/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { chooseUnsent, isChosen, sendAgain } from '../payments/unsent-refunds.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import { exceedsBalance, isBlocked } from './balance-left.ts'
import { isChargedBack } from './disputed.ts'
import { credits, orderRefunds, orders } from './schema.ts'

/** The orders that `queueOrders` is about. */
export const o = alias(orders, 'o')
const r = alias(orderRefunds, 'r')
const given = alias(credits, 'given')
const g = alias(games, 'g')
const entry = alias(entries, 'entry')
const other = alias(orders, 'other')

/** The order pays a part of its seats. They may be held for the rest. */
const isPartly = (order: typeof orders | typeof o): SQL => sql`(${order.balance} > 0 OR ${order.balanceOf} IS NOT NULL)`

/** The order has seats for its money, or holds them while it is open. */
const keepsSeats = (
  order: typeof orders | typeof o,
): SQL => sql`EXISTS (SELECT 1 FROM ${entries} ${entry} CROSS JOIN ${games} ${g} ON ${g.id} = ${entry.eventId}
  WHERE ${entry.id} = ${order.joinerId} AND ${g.state} = 'published'
    AND ((${order.state} = 'paid' AND (${entry.state} = 'going' OR (${entry.state} = 'paying' AND ${isPartly(order)})))
      OR (${order.state} = 'open' AND (${entry.state} = 'paying' OR (${entry.state} = 'going' AND ${order.balanceOf} IS NOT NULL)))))`

/** The orders of these games whose seats were lost just now. */
const isLost = (order: typeof orders | typeof o, eventIds: SQL): SQL =>
  sql`${order.eventId} IN (${eventIds}) AND ${order.state} IN ('open', 'paid') AND ${order.settledAt} IS NULL AND NOT ${keepsSeats(order)}`

/**
 * What is left of a payment after what goes back, has gone, or was given as credit. What a bank did not take is the host's again. Nothing is
 * left once a bank has given the payment to the player.
 */
export const restOf = (order: typeof orders | typeof o): SQL =>
  sql`iif(${isChargedBack(order)}, 0, ${order.amount} - (SELECT coalesce(sum(${r.amount}), 0) FROM ${orderRefunds} ${r} WHERE ${r.orderId} = ${order.id} AND ${r.state} <> 'failed')
    - (SELECT coalesce(sum(${given.amount}), 0) FROM ${credits} ${given} WHERE ${given.orderId} = ${order.id} AND ${given.reason} = 'host'))`

/**
 * Why the seats are gone. A player who leaves too late gets nothing back, and there is no reason. Whoever could not pay the rest, because the
 * host could not be paid, gets everything back. A host who changes the deadline takes nothing from players who have paid.
 */
const reasonOf = (order: typeof orders | typeof o, now: number, forced: RefundReason | undefined): SQL =>
  forced !== undefined
    ? sql`${forced}`
    : sql`(SELECT CASE WHEN ${g.state} <> 'published' THEN 'cancelled'
        WHEN ${entry.state} = 'expired' AND ${isBlocked(order)} THEN 'host-not-paid'
        WHEN ${entry.state} IN ('left', 'expired') THEN iif(${now} <= max(coalesce(${order.refundUntil}, 0), coalesce(${g.startsAt} - (${g.pricing}->>'refundHours') * ${hour}, 0)), 'left', NULL)
        ELSE 'removed' END
      FROM ${games} ${g} LEFT JOIN ${entries} ${entry} ON ${entry.id} = ${order.joinerId} WHERE ${g.id} = ${order.eventId})`

/** The id of the one refund for lost seats. */
export const seatRefundId = sql`${o.id} || ':seat'`
/** The id of the one credit that comes back for lost seats. */
export const creditId = sql`${o.id} || ':credit'`

/** Two payments are for the same seats, so they would count twice. Prices with a deposit do not have the promise. */
const hasDeposit = (order: typeof orders): SQL => sql`((${order.balance} > 0 AND ${order.shares} = 0)
  OR EXISTS (SELECT 1 FROM ${orders} ${other} WHERE ${other.id} = ${order.balanceOf} AND ${other.shares} = 0))`

/** The host gives money back for seats that somebody buys. A host who ends that promise takes nothing from players who have paid. */
const isForResale = (now: number, forced: RefundReason | undefined): SQL =>
  sql`(${orders.state} = 'paid' AND ${reasonOf(orders, now, forced)} IS NULL AND ${restOf(orders)} + ${orders.credit} > 0 AND NOT ${hasDeposit(orders)}
    AND EXISTS (SELECT 1 FROM ${games} ${g} WHERE ${g.id} = ${orders.eventId} AND ${g.startsAt} > ${now}
      AND (${orders.refundIfResold} OR ${g.pricing}->>'refundIfResold')))`

/**
 * The player of the order left too late, and gets money and credit back if somebody buys the seat before the game starts. Credit that came
 * back at `now` does not end the wait, so that the next statement of its batch finds the same orders.
 */
export const waitsForBuyer = (order: typeof orders | typeof o, now: number): SQL =>
  sql`(${order.resaleAt} IS NOT NULL AND ${restOf(order)} + ${order.credit} > 0
    AND NOT EXISTS (SELECT 1 FROM ${orderRefunds} ${r} WHERE ${r.id} = ${order.id} || ':seat')
    AND NOT EXISTS (SELECT 1 FROM ${credits} ${given} WHERE ${given.id} = ${order.id} || ':credit' AND ${given.createdAt} < ${now})
    AND EXISTS (SELECT 1 FROM ${games} ${g} WHERE ${g.id} = ${order.eventId} AND ${g.startsAt} > ${now}))`

/** Their seats can no longer be bought, because the game was cancelled. */
const waitedInVain = (eventIds: SQL, now: number): SQL =>
  sql`(${o.eventId} IN (${eventIds}) AND ${waitsForBuyer(o, now)}
    AND EXISTS (SELECT 1 FROM ${games} ${g} WHERE ${g.id} = ${o.eventId} AND ${g.state} <> 'published'))`

/** The credit that paid for lost seats comes back, once for each order, and the player is told. */
const returnCredit = (which: SQL, now: number): (SQL | MessageInsert)[] => {
  const id = creditId
  return [
    insertSelect(
      credits,
      {
        ...{ id, payeeId: o.payeeId, userId: o.payerId, orderId: o.id, amount: o.credit, currency: o.currency },
        ...{ reason: 'returned', createdAt: now },
      },
      sql`FROM ${orders} ${o} WHERE ${o.credit} > 0 AND ${which} ON CONFLICT DO NOTHING`,
    ),
    tellOfCredit(which, now),
  ]
}

/** Tells the players of these orders about the credit that came back at `now`. */
export const tellOfCredit = (which: SQL, now: number): MessageInsert =>
  notifyOfRows(
    sql`SELECT 'credit-given:' || ${given.id} AS id, json_object('kind', 'credit-given', 'creditId', ${given.id}) AS fact
      FROM ${orders} ${o} CROSS JOIN ${credits} ${given} ON ${given.id} = ${creditId} AND ${given.createdAt} = ${now} WHERE ${o.credit} > 0 AND ${which}`,
    { now },
  )

/**
 * For each batch in which somebody may lose a seat, or a game is cancelled. It decides once for each order whether its money goes back, and
 * lets the queue do what must be done at Stripe. `forced` is for those who lose their seats without having left them: all of them get
 * their money back.
 */
export const settleOrders = (eventIds: SQL, now: number, forced?: RefundReason): (SQL | MessageInsert)[] => [
  insertSelect(
    orderRefunds,
    { id: seatRefundId, orderId: o.id, amount: restOf(o), reason: reasonOf(o, now, forced), state: 'due', createdAt: now },
    sql`FROM ${orders} ${o} WHERE ${isLost(o, eventIds)} AND ${o.state} = 'paid' AND ${reasonOf(o, now, forced)} IS NOT NULL AND ${restOf(o)} > 0
      ON CONFLICT DO NOTHING`,
  ),
  ...returnCredit(sql`${isLost(o, eventIds)} AND ${o.state} = 'paid' AND ${reasonOf(o, now, forced)} IS NOT NULL`, now),
  ...returnCredit(waitedInVain(eventIds, now), now),
  insertSelect(
    orderRefunds,
    { id: seatRefundId, orderId: o.id, amount: restOf(o), reason: 'cancelled', state: 'due', createdAt: now },
    sql`FROM ${orders} ${o} WHERE ${waitedInVain(eventIds, now)} AND ${restOf(o)} > 0`,
  ),
  queueOrders(
    sql`${isLost(o, eventIds)} AND (${o.state} = 'open' OR EXISTS (SELECT 1 FROM ${orderRefunds} ${r} WHERE ${r.orderId} = ${o.id} AND ${r.state} = 'due'))`,
    `lost:${now}`,
    now,
  ),
  queueOrders(
    sql`${o.eventId} IN (${eventIds}) AND ${o.resaleAt} IS NOT NULL
      AND EXISTS (SELECT 1 FROM ${orderRefunds} ${r} WHERE ${r.id} = ${seatRefundId} AND ${r.state} = 'due' AND ${r.createdAt} = ${now})`,
    `unsold:${now}`,
    now,
  ),
  updateSet(
    orders,
    { settledAt: now, resaleAt: sql`iif(${isForResale(now, forced)}, ${now}, NULL)` },
    sql`WHERE ${isLost(orders, eventIds)}`,
  ),
]

/** Lets the queue do at Stripe what these orders `o` need. `key` says on which occasion. Cash is not at Stripe: a host gives it back. */
export const queueOrders = (which: SQL, key: string, now: number): MessageInsert =>
  putRowsInOutbox(
    'money',
    sql`SELECT 'settle-order:' || ${o.id} || ':' || ${key} AS id,
        json_object('kind', ${'settle-order' satisfies MoneyWork['kind']}, 'orderId', ${o.id}) AS body
      FROM ${orders} ${o} WHERE ${o.method} = 'card' AND (${which})`,
    { now },
  )

/** These seats were paid for before, on another page. */
const isPaidTwice = sql`iif(${o.balanceOf} IS NULL, EXISTS (SELECT 1 FROM ${orders} ${other} WHERE ${other.joinerId} = ${o.joinerId} AND ${other.state} = 'paid'
  AND ${other.id} <> ${o.id} AND ${other.balanceOf} IS NULL AND ${other.settledAt} IS NULL), ${exceedsBalance(o)})`

/** The payment was stored at `now`, and its seats are gone. */
const isLate = (orderId: string, now: number): SQL =>
  sql`${o.id} = ${orderId} AND ${o.state} = 'paid' AND ${o.paidAt} = ${now} AND (NOT ${keepsSeats(o)} OR ${isPaidTwice})`

const lateReason = sql`iif(EXISTS (SELECT 1 FROM ${games} ${g} WHERE ${g.id} = ${o.eventId} AND ${g.state} <> 'published'), 'cancelled', 'late')`

/** A payment that arrived when its seats were gone goes back. It must follow the statement that stores the payment at `now`. */
export const refundLatePayment = (orderId: string, now: number): (SQL | MessageInsert)[] => [
  insertSelect(
    orderRefunds,
    { id: seatRefundId, orderId: o.id, amount: restOf(o), reason: lateReason, state: 'due', createdAt: now },
    sql`FROM ${orders} ${o} WHERE ${isLate(orderId, now)} AND ${restOf(o)} > 0 ON CONFLICT DO NOTHING`,
  ),
  ...returnCredit(isLate(orderId, now), now),
  // Seats that were lost while the order was open may be there again.
  updateSet(
    orders,
    {
      settledAt: sql`iif(${keepsSeats(orders)} AND NOT EXISTS (SELECT 1 FROM ${orderRefunds} ${r} WHERE ${r.id} = ${orders.id} || ':seat'), NULL, ${now})`,
    },
    sql`WHERE ${orders.id} = ${orderId} AND ${orders.paidAt} = ${now}`,
  ),
  queueOrders(
    sql`${o.id} = ${orderId} AND EXISTS (SELECT 1 FROM ${orderRefunds} ${r} WHERE ${r.orderId} = ${o.id} AND ${r.state} = 'due')`,
    `late:${now}`,
    now,
  ),
]

/** The order follows its seats to another entry. */
export const moveOrder = (eventId: string, fromJoinerId: SQL, toJoinerId: string): SQL =>
  updateSet(
    orders,
    { joinerId: toJoinerId },
    sql`WHERE ${orders.eventId} = ${eventId} AND ${orders.state} = 'paid' AND ${orders.joinerId} = (${fromJoinerId})`,
  )

/** Whether money of this order goes back by Stripe. */
const isAtStripe = (orderId: SQLWrapper): SQL =>
  sql`EXISTS (SELECT 1 FROM ${orders} ${other} WHERE ${other.id} = ${orderId} AND ${other.method} = 'card')`

/** Lets the queue send refunds again that did not work for an hour. */
export const queueUnsentRefunds = (now: number): (SQL | MessageInsert)[] => [
  chooseUnsent(orderRefunds, r, now, isAtStripe(r.orderId)),
  queueOrders(
    sql`${o.id} IN (SELECT ${r.orderId} FROM ${orderRefunds} ${r} WHERE ${isChosen(r, now)})`,
    `again:${Math.floor(now / hour)}`,
    now,
  ),
]

/** For the batch that links an account again. */
export const sendOrderRefundsAgain = (accountId: string): SQL =>
  sendAgain(
    orderRefunds,
    sql`EXISTS (SELECT 1 FROM ${orders} ${other} WHERE ${other.id} = ${orderRefunds.orderId} AND ${other.accountId} = ${accountId})`,
  )
