import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { type MyOrder, type MyOrderPage, type OrderPart, showRefund } from '../../domain/orders/contract.ts'
import { games } from '../events/shared.ts'
import { isAfter, type KeyPage, selectKeys } from '../payments/select-keys.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { partOf } from './balance-left.ts'
import { credits, orders, orderRefunds as refunds } from './schema.ts'
import { waitsForBuyer } from './settle-orders.ts'

export type Order = typeof orders.$inferSelect

export const findOrder = (db: Database, id: string): Promise<Order | undefined> =>
  readFirst(db, db.select().from(orders).where(eq(orders.id, id)))

/** The order of this page at Stripe, with its game. */
export const findOrderOfSession = (db: Database, sessionId: string) =>
  readFirst(
    db,
    db
      .select({
        order: orders,
        part: sql<OrderPart | null>`${partOf(orders)}`.as('part'),
        event: { id: sql<string>`${games.id}`.as('game_id'), title: games.title, startsAt: games.startsAt, timeZone: games.timeZone },
      })
      .from(orders)
      .innerJoin(games, eq(games.id, orders.eventId))
      .where(eq(orders.sessionId, sessionId)),
  )

/** As players and hosts see it beside the order. */
export const toOrderCredit = ({ id, amount, reason, createdAt }: typeof credits.$inferSelect) => ({ id, amount, reason, at: createdAt })

const pageSize = 20
/** The most that come with one page of orders, and as many credits. */
const maxRefundsShown = 200

const isOf = (userId: string) => sql`${orders.payerId} = ${userId} AND ${orders.paidAt} IS NOT NULL`

/** The orders of these ids. */
export const hasOrderId = (ids: readonly string[]): SQL => inList(orders.id, ids)

export const selectMyOrderKeys = (userId: string, page: KeyPage): SQL =>
  selectKeys('game', { table: orders, at: orders.createdAt, id: orders.id, which: isOf(userId) }, page)

/** What is shown of orders to who paid them, the newest first: those for which the condition is true, and one more than a page. */
export function selectMyOrders(db: Database, now: number, isWanted: SQL) {
  const isOnPage = sql`(SELECT ${orders.id} FROM ${orders} WHERE ${isWanted} ORDER BY ${orders.createdAt} DESC, ${orders.id} DESC LIMIT ${pageSize})`
  return {
    orders: db
      .select({
        order: orders,
        part: sql<OrderPart | null>`${partOf(orders)}`.as('part'),
        eventTitle: games.title,
        eventStartsAt: games.startsAt,
        eventTimeZone: games.timeZone,
        waitsForBuyer: sql<number>`${waitsForBuyer(orders, now)}`.as('waits_for_buyer'),
      })
      .from(orders)
      .innerJoin(games, eq(games.id, orders.eventId))
      .where(isWanted)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(pageSize + 1),
    refunds: db
      .select()
      .from(refunds)
      .where(sql`${refunds.orderId} IN ${isOnPage}`)
      .orderBy(desc(refunds.createdAt))
      .limit(maxRefundsShown),
    credits: db
      .select()
      .from(credits)
      .where(sql`${credits.orderId} IN ${isOnPage}`)
      .orderBy(desc(credits.createdAt))
      .limit(maxRefundsShown),
  }
}

type Selected = ReturnType<typeof selectMyOrders>
type Found = { [Name in keyof Selected]: Awaited<Selected[Name]> }

export function toMyOrders(found: Found): MyOrder[] {
  const refundsOf = Map.groupBy(found.refunds, ({ orderId }) => orderId)
  const creditsOf = Map.groupBy(found.credits, ({ orderId }) => orderId)
  return found.orders.map(
    ({ order, part, eventTitle, eventStartsAt, eventTimeZone, waitsForBuyer }): MyOrder => ({
      id: order.id,
      event: { id: order.eventId, title: eventTitle, startsAt: eventStartsAt, timeZone: eventTimeZone },
      seats: order.seats,
      part,
      amount: order.amount,
      credit: order.credit,
      currency: order.currency,
      method: order.method,
      state: order.state,
      waitsForBuyer: waitsForBuyer === 1,
      paidAt: order.paidAt,
      refunds: (refundsOf.get(order.id) ?? []).map((refund) => ({ ...showRefund(refund), reason: refund.reason })),
      credits: (creditsOf.get(order.id) ?? []).map(toOrderCredit),
    }),
  )
}

/** What a person has paid for, the newest first, with what came back. */
export async function listMyOrders(
  db: Database,
  { userId, now }: { userId: string; now: number },
  cursor: string | undefined,
): Promise<MyOrderPage> {
  const isListed = sql`${isOf(userId)} AND ${isAfter(orders.createdAt, orders.id, readCursor(TimeCursor, cursor))}`
  const { orders: found, refunds: back, credits: credit } = await runBatch(db, selectMyOrders(db, now, isListed))
  const { page, next } = cutPage(found.rows, pageSize, ({ order }) => [order.createdAt, order.id])
  return { orders: toMyOrders({ orders: page, refunds: back.rows, credits: credit.rows }), next }
}
