import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type MyOrder, type OrderPart, showRefund } from '../../domain/orders/contract.ts'
import { games } from '../events/shared.ts'
import { type KeyPage, selectKeys } from '../payments/select-keys.ts'
import { readFirst } from '../platform/batch.ts'
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

/** The most that come with one page of payments, and as many credits. */
const maxRefundsShown = 200

const isOf = (userId: string) => sql`${orders.payerId} = ${userId} AND ${orders.paidAt} IS NOT NULL`

export const selectMyOrderKeys = (userId: string, page: KeyPage): SQL =>
  selectKeys('game', { table: orders, at: orders.createdAt, id: orders.id, which: isOf(userId) }, page)

/** What is shown of the orders of a page to who paid them. */
export function selectMyOrders(db: Database, now: number, ids: readonly string[]) {
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
      .where(inArray(orders.id, [...ids])),
    refunds: db
      .select()
      .from(refunds)
      .where(inArray(refunds.orderId, [...ids]))
      .orderBy(desc(refunds.createdAt))
      .limit(maxRefundsShown),
    credits: db
      .select()
      .from(credits)
      .where(inArray(credits.orderId, [...ids]))
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
