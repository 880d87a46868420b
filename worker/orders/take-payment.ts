import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { inSeatBatch } from '../events/seats.ts'
import { confirmPaidSeat } from '../events/settle-paying.ts'
import { putInOutbox } from '../jobs/commands.ts'
import type { Statement, Statements } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { endBalance, isBalancePaid } from './balance-left.ts'
import type { Order } from './queries.ts'
import { mailReceipt } from './receipts.ts'
import { refundResold } from './refund-resold.ts'
import { orders } from './schema.ts'
import { refundLatePayment } from './settle-orders.ts'

/** 'pending': a bank has not confirmed the payment yet. */
export type SessionOutcome = 'paid' | 'pending' | 'open' | 'ended'

export function outcomeOf(session: Stripe.Checkout.Session | null): SessionOutcome {
  if (session === null || session.status === 'expired') return 'ended'
  if (session.status !== 'complete') return 'open'
  if (session.payment_status !== 'unpaid') return 'paid'
  const intent = session.payment_intent
  const isOver =
    typeof intent === 'object' && intent !== null && (intent.status === 'requires_payment_method' || intent.status === 'canceled')
  return isOver ? 'ended' : 'pending'
}

/** How a page is, and what must be stored of it. */
export type ReadPage = { outcome: SessionOutcome; statements: Statement[] }

/** A page that was read or closed. If a bank decides later, Stripe tells us. */
export function readOutcome(
  session: Stripe.Checkout.Session | null,
  ifPaid: (session: Stripe.Checkout.Session) => Statement[],
  ifEnded: Statement,
): ReadPage {
  const outcome = outcomeOf(session)
  if (session && outcome === 'paid') return { outcome, statements: ifPaid(session) }
  return { outcome, statements: outcome === 'ended' ? [ifEnded] : [] }
}

export const flatten = (statements: Statements): Statement[] => Object.values(statements).flat()

/** The payment was stored in this batch. */
export const isPaidNow = (id: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.id} = ${id} AND ${orders.state} = 'paid' AND ${orders.paidAt} = ${now})`

/** What tells of a payment. */
export type PaidSession = {
  id: string | null
  payment_intent: string | { id: string; latest_charge: string | { amount_refunded: number } | null } | null
}

/** The host was faster, and has given something back at Stripe. If we do not know, we look. */
export function mayBePartlyBack({ payment_intent: intent }: PaidSession): boolean {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null
  return typeof charge !== 'object' || charge === null || charge.amount_refunded > 0
}

/**
 * The statements that store a payment: the person has their seats, or the money goes back. They change nothing if the payment is stored
 * already.
 */
export function takePayment(
  db: Database,
  now: number,
  { id, eventId, joinerId, accountId, balanceOf }: Order,
  session: PaidSession,
): Statement[] {
  const paymentId = typeof session.payment_intent === 'string' ? session.payment_intent : (session.payment_intent?.id ?? null)
  return flatten(
    inSeatBatch(eventId, now, {
      paid: db
        .update(orders)
        .set({ state: 'paid', paidAt: now, paymentId, sessionId: session.id })
        .where(and(eq(orders.id, id), ne(orders.state, 'paid'))),
      ...confirmPaidSeat(db, now, joinerId, sql`${isPaidNow(id, now)} AND ${isBalancePaid(id)}`),
      balance: balanceOf === null ? [] : [endBalance(balanceOf)],
      late: refundLatePayment(id, now),
      resold: refundResold(id, eventId, now),
      refunded:
        paymentId !== null && mayBePartlyBack(session)
          ? [
              putInOutbox(
                'money',
                [{ id: `sync-refunds:${id}`, body: { kind: 'sync-refunds', accountId, paymentId } satisfies MoneyWork }],
                { now },
              ),
            ]
          : [],
      receipt: mailReceipt(id, now),
    }),
  )
}

/** Nobody can pay for this order any more. */
export const endOrder = (db: Database, id: string): Statement =>
  db
    .update(orders)
    .set({ state: 'ended' })
    .where(and(eq(orders.id, id), eq(orders.state, 'open')))
