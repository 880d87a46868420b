import { and, eq, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { CreditNews } from '../../domain/orders/credit-notice.ts'
import { type DisputeState, isWithholding } from '../../domain/orders/disputes.ts'
import { type DisputeNews, disputeWords } from '../../domain/orders/money-news.ts'
import { games } from '../events/shared.ts'
import { notifyOf } from '../notifications/commands.ts'
import { callStripe } from '../payments/call-stripe.ts'
import { openDisputeBook } from '../payments/dispute-book.ts'
import { readFirst, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import { isWithheld } from './disputed.ts'
import type { Order } from './queries.ts'
import { credits, disputes, orders, orderRefunds as refunds } from './schema.ts'
import { o, queueOrders } from './settle-orders.ts'
import { platformOf, tellMoneyManagers } from './tell-money-managers.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/** The disputes that `which` chooses, with their games. */
export const selectOrderDisputes = (which: SQL | undefined) =>
  selectFields(
    {
      ...{ id: disputes.id, amount: disputes.amount, currency: disputes.currency, respondBy: disputes.respondBy, state: disputes.state },
      ...{ orderId: disputes.orderId, accountId: disputes.accountId, title: games.title },
    },
    sql`FROM ${disputes} JOIN ${orders} ON ${orders.id} = ${disputes.orderId} JOIN ${games} ON ${games.id} = ${orders.eventId} WHERE ${which}`,
  )

const creditNewsOf = (news: DisputeNews, state: DisputeState): CreditNews | null => {
  if (news === 'won') return 'back'
  if (news === 'lost') return 'ended'
  return news !== 'due' && isWithholding(state) ? 'held' : null
}

type Told = { id: string; orderId: string; state: DisputeState }

/** Tells the player what becomes of the credit that the host gave for this payment. */
function tellOfHeldCredit(news: DisputeNews, { id, orderId, state }: Told, now: number, when: SQL): Statement[] {
  const creditNews = creditNewsOf(news, state)
  if (creditNews === null) return []
  const hasCredit = sql`EXISTS (SELECT 1 FROM ${credits} WHERE ${credits.orderId} = ${orderId} AND ${credits.reason} = 'host')`
  const fact = { kind: 'credit-disputed', disputeId: id, news: creditNews } as const
  return [notifyOf(fact, { id: `credit-${creditNews}:${id}`, now, platform: platformOf(orderId) }, sql`${when} AND ${hasCredit}`)]
}

/** The disputes about paid games. */
export const orderDisputes = openDisputeBook<{ orderId: string; accountId: string; title: string }>({
  table: disputes,
  columnsOf: ({ orderId }) => [[disputes.orderId, orderId]],
  selectDisputes: (which, limit) => selectOrderDisputes(sql`${which} LIMIT ${limit}`),
  tell: (news, { dispute, payment: { orderId, title } }, now, when) => [
    ...tellMoneyManagers(
      {
        orderId,
        id: `dispute-${news}:${dispute.id}`,
        fact: { kind: 'payment-disputed', disputeId: dispute.id, news },
        words: disputeWords(news, { ...dispute, title, kind: 'game' }),
      },
      now,
      when,
    ),
    ...tellOfHeldCredit(news, { ...dispute, orderId }, now, when),
  ],
  queueRefunds: ({ orderId }, key, now) => [
    queueOrders(
      sql`${o.id} = ${orderId} AND NOT ${isWithheld(o)}
        AND EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.orderId} = ${o.id} AND ${refunds.state} = 'due')`,
      key,
      now,
    ),
  ],
})

/** Stores a dispute about a paid game. Null if the payment is for something else. */
export async function syncOrderDispute(
  { db, now }: Omit<Reading, 'stripe'>,
  accountId: string,
  payment: Stripe.PaymentIntent,
  dispute: Stripe.Dispute,
): Promise<Statement[] | null> {
  // The event of the payment may arrive later than this one, so the order may not know its payment yet.
  const isPaidBy = sql`(${orders.paymentId} = ${payment.id} OR (${orders.paymentId} IS NULL AND ${orders.id} = ${payment.metadata.orderId ?? ''}))`
  const found = await readFirst(
    db,
    db
      .select({ orderId: orders.id, title: games.title })
      .from(orders)
      .innerJoin(games, eq(games.id, orders.eventId))
      .where(and(eq(orders.accountId, accountId), isPaidBy)),
  )
  return found ? orderDisputes.store(now, { ...found, accountId }, dispute) : null
}

/** Reads all disputes about the payment of an order, for example because Stripe has refused to give it back. */
export async function syncDisputesOf({ db, stripe, now }: Reading, { id, accountId, paymentId, eventId }: Order): Promise<Statement[]> {
  if (paymentId === null) return []
  const listed = await callStripe(stripe.disputes.list({ payment_intent: paymentId, limit: 10 }, { stripeAccount: accountId }))
  const game = await readFirst(db, db.select({ title: games.title }).from(games).where(eq(games.id, eventId)))
  return listed.data.flatMap((dispute) => orderDisputes.store(now, { orderId: id, accountId, title: game?.title ?? '' }, dispute))
}
