import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { type Currency, currencies } from '../../domain/money.ts'
import { answerableStates, answerReminder, type DisputeState, isDecided } from '../../domain/orders/disputes.ts'
import { type DisputeNews, disputeWords } from '../../domain/orders/money-news.ts'
import { day } from '../../domain/time/spans.ts'
import { games } from '../events/shared.ts'
import { callStripe, hasCode, toMillis } from '../payments/call-stripe.ts'
import { readAll, readFirst, runBatch, type Statement } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { isWithheld } from './disputed.ts'
import type { Order } from './queries.ts'
import { disputes, orders, orderRefunds as refunds } from './schema.ts'
import { o, queueOrders } from './settle-orders.ts'
import { tellMoneyManagers } from './tell-money-managers.ts'

type Reading = { db: Database; stripe: Stripe; now: number }
type Row = typeof disputes.$inferSelect
type Disputed = { order: Pick<Order, 'id' | 'accountId'>; title: string }

const states: Readonly<Record<string, DisputeState>> = {
  needs_response: 'needs-response',
  appeal_needs_response: 'needs-response',
  under_review: 'under-review',
  appeal_under_review: 'under-review',
  won: 'won',
  lost: 'lost',
  warning_needs_response: 'warning-needs-response',
  warning_under_review: 'warning-under-review',
  warning_closed: 'warning-closed',
  prevented: 'warning-closed',
}

/** Reads a dispute at Stripe, and returns the statements that store it and tell what is new. Disputes about other payments have no effect. */
export async function syncDispute(reading: Reading, accountId: string, disputeId: string): Promise<Statement[]> {
  const dispute = await callStripe(
    reading.stripe.disputes.retrieve(disputeId, { expand: ['payment_intent'] }, { stripeAccount: accountId }),
  )
  const { payment_intent: payment } = dispute
  if (payment === null || typeof payment === 'string') return []
  // The event of the payment may arrive later than this one, so the order may not know its payment yet.
  const isPaidBy = sql`(${orders.paymentId} = ${payment.id} OR (${orders.paymentId} IS NULL AND ${orders.id} = ${payment.metadata.orderId ?? ''}))`
  const found = await readFirst(
    reading.db,
    reading.db
      .select({ id: orders.id, title: games.title })
      .from(orders)
      .innerJoin(games, eq(games.id, orders.eventId))
      .where(and(eq(orders.accountId, accountId), isPaidBy)),
  )
  return found ? storeDispute(reading, { order: { id: found.id, accountId }, title: found.title }, dispute) : []
}

/** The same for all disputes about the payment of an order, for example because Stripe has refused to give it back. */
export async function syncDisputesOf(reading: Reading, order: Order): Promise<Statement[]> {
  if (order.paymentId === null) return []
  const listed = await callStripe(
    reading.stripe.disputes.list({ payment_intent: order.paymentId, limit: 10 }, { stripeAccount: order.accountId }),
  )
  const game = await readFirst(reading.db, reading.db.select({ title: games.title }).from(games).where(eq(games.id, order.eventId)))
  return listed.data.flatMap((dispute) => storeDispute(reading, { order, title: game?.title ?? '' }, dispute))
}

function storeDispute({ db, now }: Reading, { order, title }: Disputed, dispute: Stripe.Dispute): Statement[] {
  const state = states[dispute.status] ?? 'under-review'
  const dueBy = dispute.evidence_details.due_by
  const row = {
    id: dispute.id,
    ...{ orderId: order.id, accountId: order.accountId },
    ...{ amount: dispute.amount, currency: toCurrency(dispute.currency), reason: dispute.reason, state },
    respondBy: dueBy === null ? null : toMillis(dueBy),
    createdAt: toMillis(dispute.created),
    closedAt: isDecided(state) ? now : null,
    readAt: now,
  }
  const isStored = (condition?: SQL) => sql`EXISTS (SELECT 1 FROM ${disputes} WHERE ${and(eq(disputes.id, row.id), condition)})`
  // An older reading changes nothing, and what was decided stays so.
  const isNewer = and(lte(disputes.readAt, now), isNull(disputes.closedAt))
  const isTold = row.respondBy !== null && row.respondBy <= now + answerReminder
  const told = (news: DisputeNews, when: SQL) => tellOfDispute({ news, dispute: row, title }, now, when)
  return [
    ...(state === 'won' || state === 'lost' ? told(state, sql`(NOT ${isStored()} OR ${isStored(isNewer)})`) : []),
    ...(isDecided(state) ? [] : told('opened', sql`NOT ${isStored()}`)),
    db
      .insert(disputes)
      .values({ ...row, ...(isTold && { remindedAt: now }) })
      .onConflictDoUpdate({
        target: disputes.id,
        set: { amount: row.amount, state, respondBy: row.respondBy, closedAt: row.closedAt, readAt: now },
        ...(isNewer && { setWhere: isNewer }),
      }),
    queueOrders(
      sql`${o.id} = ${order.id} AND ${isDecided(state) ? 1 : 0} AND NOT ${isWithheld(o)}
        AND EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.orderId} = ${o.id} AND ${refunds.state} = 'due')`,
      `dispute:${row.id}:${state}`,
      now,
    ),
  ]
}

/** An order has the currency of its dispute. Only a currency that we do not sell in would be unknown. */
function toCurrency(name: string): Currency {
  const currency = currencies.find((known) => known === name)
  if (currency === undefined) throw new Error(`A dispute is in an unknown currency: ${name}`)
  return currency
}

type Told = { news: DisputeNews; dispute: Pick<Row, 'id' | 'orderId' | 'amount' | 'currency' | 'respondBy' | 'state'>; title: string }

function tellOfDispute({ news, dispute, title }: Told, now: number, when: SQL): Statement[] {
  const { id, orderId } = dispute
  const words = disputeWords(news, { ...dispute, title, isWarning: dispute.state.startsWith('warning') })
  return tellMoneyManagers(
    { orderId, id: `dispute-${news}:${id}`, fact: { kind: 'payment-disputed', disputeId: id, news }, words },
    now,
    when,
  )
}

/** How many disputes one call reminds of. The next minute continues. */
const maxRemindedAtOnce = 25

/** Runs every minute: reminds those who have not answered two days before the deadline. */
export async function remindOfDisputes(db: Database, now: number): Promise<void> {
  const isUnanswered = sql`${disputes.closedAt} IS NULL AND ${disputes.remindedAt} IS NULL
    AND ${disputes.respondBy} BETWEEN ${now} AND ${now + answerReminder} AND ${inList(disputes.state, answerableStates)}`
  const due = await readAll(
    db,
    db
      .select({ dispute: disputes, title: games.title })
      .from(disputes)
      .innerJoin(orders, eq(orders.id, disputes.orderId))
      .innerJoin(games, eq(games.id, orders.eventId))
      .where(isUnanswered)
      .limit(maxRemindedAtOnce),
  )
  await runBatch(db, {
    reminded: due.flatMap(({ dispute, title }) => {
      const isSame = and(eq(disputes.id, dispute.id), isUnanswered)
      return [
        ...tellOfDispute({ news: 'due', dispute, title }, now, sql`EXISTS (SELECT 1 FROM ${disputes} WHERE ${isSame})`),
        db.update(disputes).set({ remindedAt: now }).where(isSame),
      ]
    }),
  })
}

const maxReadAgain = 10

/** Once an hour: reads open disputes again that were not read for a day, because an event may have been lost. */
export async function readDisputesAgain(reading: Reading): Promise<Statement[]> {
  const { db, now } = reading
  const old = await readAll(
    db,
    db
      .select({ id: disputes.id, accountId: disputes.accountId })
      .from(disputes)
      .where(sql`${disputes.closedAt} IS NULL AND ${disputes.readAt} < ${now - day}`)
      .orderBy(disputes.readAt)
      .limit(maxReadAgain),
  )
  const statements: Statement[] = []
  for (const { id, accountId } of old) {
    try {
      statements.push(...(await syncDispute(reading, accountId, id)))
    } catch (error) {
      if (!hasCode(error, 'account_invalid')) throw error
      // The host has ended our access, and may give it again.
      statements.push(db.update(disputes).set({ readAt: now }).where(eq(disputes.id, id)))
    }
  }
  return statements
}
