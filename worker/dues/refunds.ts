import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import type { DuePaymentPath } from '../../domain/dues/contract.ts'
import { AppError } from '../../domain/errors.ts'
import type { RefundOrder } from '../../domain/orders/contract.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { notifyOf } from '../notifications/commands.ts'
import { isSent, keyLifetime, listRefunds, matchRefunds, stateOf, sumOf } from '../orders/send-refunds.ts'
import { callStripe, hasCode, isStripeError } from '../payments/call-stripe.ts'
import { readAll, runBatch, type Statement } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asPerson, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { asCardPayment, type CardPayment } from './checkout-session.ts'
import { p, queueSettling } from './queue-settling.ts'
import { duePayments, dues, dueRefunds as refunds } from './schema.ts'

type Reading = { db: Database; stripe: Stripe; now: number }
type Refund = typeof refunds.$inferSelect

const r = alias(refunds, 'r')
const other = alias(duePayments, 'other')

/** What is left of a payment by card after what goes back, or has gone. Nothing is left of one that goes back by itself. */
export const restOf = (payment: Record<'id' | 'method' | 'state' | 'amount', SQLWrapper>): SQL =>
  sql`iif(${payment.method} = 'card' AND ${payment.state} = 'paid', ${payment.amount} - (SELECT coalesce(sum(${r.amount}), 0) FROM ${refunds} ${r}
    WHERE ${r.duePaymentId} = ${payment.id} AND ${r.state} <> 'failed'), 0)`

/** Gives a part of a payment back, or all that is left. A second request with the same key gives nothing more. */
export async function refundDues(
  db: Database,
  { now }: Clock,
  userId: string,
  { id: teamId, dueId, paymentId }: DuePaymentPath,
  { amount, idempotencyKey }: RefundOrder,
): Promise<void> {
  const actor = asPerson(userId)
  const id = await deriveId('due-refund', userId, paymentId, idempotencyKey)
  const isThis = sql`${p.id} = ${paymentId} AND ${p.dueId} = (SELECT ${dues.id} FROM ${dues} WHERE ${dues.id} = ${dueId} AND ${dues.teamId} = ${teamId})
    AND ${canAct(actor, teamId, 'billing.manage')}`
  const { facts, found, after } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db.select({ id: p.id }).from(p).where(isThis),
    inserted: insertSelect(
      refunds,
      { id, duePaymentId: p.id, amount, reason: 'manager', state: 'due', createdAt: now },
      sql`FROM ${duePayments} ${p} WHERE ${isThis} AND ${amount} <= ${restOf(p)} ON CONFLICT DO NOTHING`,
    ),
    after: db.select({ id: refunds.id }).from(refunds).where(eq(refunds.id, id)),
    queued: queueSettling(sql`${isThis} AND EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${id})`, id, now),
  })
  const refusal = judgeRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  if (refusal) throw refusal
  if (found.rows.length === 0) throw new AppError('OrderNotFound')
  if (after.rows.length === 0) throw new AppError('RefundTooLarge')
}

const readRefunds = (db: Database, id: string): Promise<Refund[]> =>
  readAll(db, db.select().from(refunds).where(eq(refunds.duePaymentId, id)))

/** Sends what must go back of a payment. Running it again sends nothing twice. */
export async function sendDueRefunds(reading: Reading, payment: CardPayment): Promise<Statement[]> {
  const stored = await readRefunds(reading.db, payment.id)
  const due = stored.filter(({ state }) => state === 'due')
  const statements: Statement[] = []
  for (const refund of due) statements.push(...(await sendRefund(reading, payment, stored, refund)))
  return due.length === 0 ? [] : [...statements, addUp(payment)]
}

async function sendRefund(reading: Reading, payment: CardPayment, stored: readonly Refund[], refund: Refund): Promise<Statement[]> {
  const { db, stripe, now } = reading
  const { accountId, paymentId, ourFee } = payment
  if (paymentId === null) return []
  const send = (amount: number, idempotencyKey: string) =>
    callStripe(
      stripe.refunds.create(
        {
          payment_intent: paymentId,
          amount,
          metadata: { refundId: refund.id },
          // Stripe refuses to give back a fee that is zero.
          ...(ourFee > 0 && { refund_application_fee: true }),
        },
        { stripeAccount: accountId, idempotencyKey },
      ),
    )
  const look = async () => {
    const all = await listRefunds(stripe, payment)
    return { sent: all.filter(isSent), ...matchRefunds(payment, stored, all) }
  }
  if (now - refund.createdAt > keyLifetime) {
    const own = (await look()).known.get(refund.id)
    if (own) return storeRefund(db, now, refund.id, own)
  }
  try {
    return storeRefund(db, now, refund.id, await send(refund.amount, `due-refund:${refund.id}`))
  } catch (error) {
    if (!isStripeError(error) || error.statusCode !== 400) throw error
    // The bank of the person has taken the payment back, so nothing goes back from here.
    if (hasCode(error, 'charge_disputed')) return [db.update(refunds).set({ state: 'failed' }).where(eq(refunds.id, refund.id))]
    // The host has given something back at Stripe, so less is left.
    const { known, foreign, sent } = await look()
    const own = known.get(refund.id)
    if (own) return storeRefund(db, now, refund.id, own)
    const rest = payment.amount - sumOf(sent)
    if (sent.length === 0 || rest >= refund.amount) throw error
    const last = rest > 0 ? await send(rest, `due-refund:${refund.id}:${rest}`) : null
    return [...storeRefundsAtStripe(db, now, payment, foreign), ...storeRefund(db, now, refund.id, last)]
  }
}

/** Tells the person once that the money is on its way. It must come before the statement that stores the refund. */
const tell = (refundId: string, now: number, isNew: SQL): Statement =>
  notifyOf({ kind: 'due-refunded', refundId }, { id: `due-refunded:${refundId}`, now }, isNew)

const isStored = (refundId: string, state: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${refundId} AND ${refunds.state} ${state})`

/** Stores what Stripe says about a refund of ours. `null`: all of it was given back before. */
function storeRefund(db: Database, now: number, id: string, refund: Stripe.Refund | null): Statement[] {
  const state = refund ? stateOf(refund) : 'sent'
  return [
    ...(state === 'sent' && refund ? [tell(id, now, isStored(id, sql`<> 'sent'`))] : []),
    db
      .update(refunds)
      .set({
        state,
        amount: refund?.amount ?? 0,
        ...(refund && { stripeId: refund.id }),
        ...(state === 'sent' && { sentAt: sql`coalesce(${refunds.sentAt}, ${now})` }),
      })
      .where(eq(refunds.id, id)),
  ]
}

/** Stores refunds that were made at Stripe, not here. */
function storeRefundsAtStripe(
  db: Database,
  now: number,
  { id: duePaymentId }: CardPayment,
  foreign: readonly Stripe.Refund[],
): Statement[] {
  return foreign.flatMap((refund) => {
    const { id, amount } = refund
    const state = stateOf(refund)
    return [
      ...(state === 'sent' ? [tell(id, now, sql`NOT ${isStored(id, sql`IS NOT NULL`)}`)] : []),
      db
        .insert(refunds)
        .values({
          id,
          duePaymentId,
          amount,
          reason: 'manager',
          stripeId: id,
          state,
          createdAt: now,
          ...(state === 'sent' && { sentAt: now }),
        })
        .onConflictDoUpdate({ target: refunds.id, set: { state } }),
    ]
  })
}

/** Stripe has told us that money went back, or could not. Reads all refunds of the payment, whoever made them. */
export async function syncDueRefunds({ db, stripe, now }: Reading, accountId: string, paymentId: string): Promise<Statement[]> {
  const isPaidBy = and(eq(duePayments.paymentId, paymentId), eq(duePayments.accountId, accountId))
  const { found, stored } = await runBatch(db, {
    found: db.select().from(duePayments).where(isPaidBy),
    stored: db
      .select()
      .from(refunds)
      .where(sql`${refunds.duePaymentId} = (SELECT ${duePayments.id} FROM ${duePayments} WHERE ${isPaidBy})`),
  })
  const payment = asCardPayment(found.rows[0])
  if (!payment) return []
  const { known, foreign } = matchRefunds(payment, stored.rows, await listRefunds(stripe, payment))
  const ours = [...known].flatMap(([id, refund]) => storeRefund(db, now, id, refund))
  return [...ours, ...storeRefundsAtStripe(db, now, payment, foreign), addUp(payment)]
}

/** How much was given back in all. If a bank does not take it, the payment counts again, unless the person has paid again meanwhile. */
function addUp({ id }: CardPayment): Statement {
  const sent = sql`(SELECT coalesce(sum(${r.amount}), 0) FROM ${refunds} ${r} WHERE ${r.duePaymentId} = ${duePayments.id} AND ${r.state} = 'sent')`
  const isPaidAgain = sql`EXISTS (SELECT 1 FROM ${duePayments} ${other} WHERE ${other.dueId} = ${duePayments.dueId}
    AND ${other.userId} = ${duePayments.userId} AND ${other.state} = 'paid' AND ${other.id} <> ${duePayments.id})`
  const state = sql`CASE WHEN ${duePayments.state} NOT IN ('paid', 'refunded') THEN ${duePayments.state}
    WHEN ${sent} >= ${duePayments.amount} OR ${isPaidAgain} THEN 'refunded' ELSE 'paid' END`
  return updateSet(duePayments, { refunded: sent, state }, sql`WHERE ${duePayments.id} = ${id}`)
}
