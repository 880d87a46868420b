import { eq } from 'drizzle-orm'
import { refundNotice } from '../../domain/orders/refund-notice.ts'
import { people } from '../accounts/shared.ts'
import { games } from '../events/shared.ts'
import { noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { readFirst } from '../platform/batch.ts'
import { orders, orderRefunds as refunds } from './schema.ts'

export const orderNotices: Renderers<'order-refunded'> = {
  'order-refunded': async ({ refundId }, { db }) => {
    const found = await readFirst(
      db,
      db
        .select({
          amount: refunds.amount,
          reason: refunds.reason,
          state: refunds.state,
          currency: orders.currency,
          payerId: orders.payerId,
          eventId: orders.eventId,
          title: games.title,
          deletedAt: people.deletedAt,
        })
        .from(refunds)
        .innerJoin(orders, eq(orders.id, refunds.orderId))
        .innerJoin(games, eq(games.id, orders.eventId))
        .innerJoin(people, eq(people.id, orders.payerId))
        .where(eq(refunds.id, refundId)),
    )
    if (found?.state !== 'sent' || found.deletedAt !== null) return noDeliveries
    const { payerId, ...facts } = found
    return notifyOne(refundNotice({ refundId, ...facts }), payerId)
  },
}
