import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { entries, games } from '../events/shared.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import { isChargedBack } from './disputed.ts'
import { credits, orderRefunds, orders } from './schema.ts'
import { creditId, o, queueOrders, restOf, seatRefundId, tellOfCredit, waitsForBuyer } from './settle-orders.ts'

/** The payment that has arrived just now. */
const n = alias(orders, 'n')
const first = alias(orders, 'first')
const later = alias(orders, 'later')
const party = alias(orders, 'party')
const back = alias(orderRefunds, 'back')
const given = alias(orders, 'given')
const returned = alias(credits, 'returned')
const g = alias(games, 'g')
const player = alias(entries, 'player')

const isBack = sql`${back.state} <> 'failed'`

/** What a player has paid who bought after somebody began to wait. Nothing is left once a bank or the host has given it back. */
const kept = sql`iif(${isChargedBack(later)}, 0, ${later.amount} - (SELECT coalesce(sum(${back.amount}), 0) FROM ${orderRefunds} ${back}
  WHERE ${back.orderId} = ${later.id} AND ${back.reason} <> 'resold' AND ${isBack}))`

const waitSince = (eventId: string): SQL =>
  sql`(SELECT min(${first.resaleAt}) FROM ${orders} ${first} WHERE ${first.eventId} = ${eventId} AND ${first.resaleAt} IS NOT NULL)`

/** The order bought a seat since somebody began to wait. A friend who pays a share has bought none if the party had its seats before. */
const isBoughtSince = (
  order: typeof n | typeof later,
  eventId: string,
): SQL => sql`(${order.paidAt} > ${waitSince(eventId)} AND (${order.balanceOf} IS NULL
  OR EXISTS (SELECT 1 FROM ${orders} ${party} WHERE ${party.id} = ${order.balanceOf} AND ${party.paidAt} > ${waitSince(eventId)})))`

/** The sum of a value of all payments by card for seats that were bought since somebody began to wait. */
const sumOfLater = (eventId: string, value: SQL): SQL => sql`(SELECT coalesce(sum(${value}), 0) FROM ${orders} ${later}
  WHERE ${later.eventId} = ${eventId} AND ${later.state} = 'paid' AND ${later.method} = 'card' AND ${kept} > 0
    AND ${isBoughtSince(later, eventId)})`

/** What went back before `now` for the seats of an order, because they were bought: money and credit. */
const resoldOf = (now: number): SQL => sql`((SELECT coalesce(sum(${back.amount}), 0) FROM ${orderRefunds} ${back}
    WHERE ${back.orderId} = ${given.id} AND ${back.reason} = 'resold' AND ${isBack})
  + (SELECT coalesce(sum(${returned.amount}), 0) FROM ${credits} ${returned}
    WHERE ${returned.id} = ${given.id} || ':credit' AND ${returned.createdAt} < ${now}))`

/** The sum of a value of the orders whose seats were bought before `now`. */
const sumOfResold = (eventId: string, value: SQL, now: number): SQL => sql`(SELECT coalesce(sum(${value}), 0) FROM ${orders} ${given}
  WHERE ${given.eventId} = ${eventId} AND ${given.resaleAt} IS NOT NULL AND ${resoldOf(now)} > 0)`

/** Whoever has paid a part of their seats still has them. */
const isUsed = sql`(${player.state} = 'going' OR (${player.state} = 'paying' AND EXISTS (SELECT 1 FROM ${orders} ${party}
  WHERE ${party.joinerId} = ${player.id} AND ${party.state} = 'paid' AND ${party.settledAt} IS NULL)))`

/** Seats that nobody plays on now. Those that wait for a buyer are among them. */
const unusedSeats = (eventId: string): SQL => sql`((SELECT ${g.capacity} FROM ${games} ${g} WHERE ${g.id} = ${eventId})
  - (SELECT coalesce(sum(${player.seats}), 0) FROM ${entries} ${player} WHERE ${player.eventId} = ${eventId} AND ${isUsed}))`

/**
 * The payment of this order gave somebody a seat. Seats that wait for a buyer are sold last, so those are bought that no longer fit into what
 * is unused. Whoever has waited longest gets the money back first: at most as much as each seat was sold for now, and all of them together
 * never more than what was paid by card since. Whoever has paid a part with credit gets the same part back as credit. Seats that a host has
 * given away or sold for cash pay for nobody. It must follow the statements that store the payment at `now`; running them again changes nothing.
 */
export const refundResold = (orderId: string, eventId: string, now: number): (SQL | MessageInsert)[] => {
  const waiting = sql`SELECT ${o.id} AS id, ${o.resaleAt} AS since, ${o.seats} AS seats,
      ${restOf(o)} AS card, ${o.credit} AS credit, min(${restOf(o)} + ${o.credit}, ${n.amount} / ${n.seats} * ${o.seats}) AS amount
    FROM ${orders} ${n} CROSS JOIN ${orders} ${o} ON ${o.eventId} = ${n.eventId} AND ${o.currency} = ${n.currency} AND ${waitsForBuyer(o, now)}
    WHERE ${n.id} = ${orderId} AND ${n.state} = 'paid' AND ${n.paidAt} = ${now} AND ${n.settledAt} IS NULL AND ${n.method} = 'card' AND ${n.amount} > 0 AND ${isBoughtSince(n, eventId)}`
  const inOrder = sql`SELECT id, card, credit, amount, sum(seats) OVER () AS waiting, sum(seats) OVER (ORDER BY since, id) AS seatsUntil,
    sum(amount) OVER (ORDER BY since, id) AS amountUntil FROM (${waiting})`
  const left = sql`${sumOfLater(eventId, kept)} - ${sumOfResold(eventId, resoldOf(now), now)}`
  const bought = sql`(SELECT id, card, credit, min(amount, ${left} - (amountUntil - amount)) AS share FROM (${inOrder})
    WHERE seatsUntil <= min(waiting - ${unusedSeats(eventId)}, ${sumOfLater(eventId, sql`${later.seats}`)} - ${sumOfResold(eventId, sql`${given.seats}`, now)})) bought`
  const onCard = sql`(bought.share * bought.card / (bought.card + bought.credit))`
  return [
    // It comes first, because an order with a refund no longer waits.
    insertSelect(
      credits,
      {
        ...{ id: creditId, payeeId: o.payeeId, userId: o.payerId, orderId: o.id, amount: sql`bought.share - ${onCard}` },
        ...{ currency: o.currency, reason: 'returned', createdAt: now },
      },
      sql`FROM ${bought} CROSS JOIN ${orders} ${o} ON ${o.id} = bought.id
        WHERE bought.share > 0 AND bought.credit > 0 AND bought.share > ${onCard} ON CONFLICT DO NOTHING`,
    ),
    tellOfCredit(sql`${o.eventId} = ${eventId} AND ${o.resaleAt} IS NOT NULL`, now),
    insertSelect(
      orderRefunds,
      {
        ...{ id: sql`bought.id || ':seat'`, orderId: sql`bought.id`, amount: onCard },
        ...{ reason: 'resold', state: 'due', createdAt: now },
      },
      sql`FROM ${bought} WHERE bought.share > 0 AND ${onCard} > 0 ON CONFLICT DO NOTHING`,
    ),
    queueOrders(
      sql`${o.eventId} = ${eventId} AND ${o.resaleAt} IS NOT NULL AND EXISTS (SELECT 1 FROM ${orderRefunds} ${back}
        WHERE ${back.id} = ${seatRefundId} AND ${back.reason} = 'resold' AND ${back.state} = 'due' AND ${back.createdAt} = ${now})`,
      `resold:${now}`,
      now,
    ),
  ]
}
