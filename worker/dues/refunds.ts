import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import type { DuePaymentPath, DueRefundPath } from '../../domain/dues/contract.ts'
import { AppError } from '../../domain/errors.ts'
import type { RefundOrder } from '../../domain/orders/contract.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { isAtBank, selectIsAtBank } from '../payments/disputed.ts'
import { openRefundBook } from '../payments/refund-book.ts'
import { readFirst, runBatch, type Statement } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asPerson, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { asCardPayment } from './checkout-session.ts'
import { p, queueSettling } from './queue-settling.ts'
import { duePayments, dues, dueRefunds as refunds } from './schema.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

const r = alias(refunds, 'r')
const other = alias(duePayments, 'other')

/**
 * What is left of a payment by card after what goes back, or has gone, also by itself. What the bank of the member did not take is left again.
 * Nothing is left of one that a bank has.
 */
export const restOf = (payment: Record<'id' | 'method' | 'state' | 'amount', SQLWrapper>): SQL =>
  sql`iif(${payment.method} = 'card' AND ${payment.state} IN ('paid', 'refunded', 'late') AND NOT ${isAtBank(payment.id)},
    ${payment.amount} - (SELECT coalesce(sum(${r.amount}), 0) FROM ${refunds} ${r} WHERE ${r.duePaymentId} = ${payment.id} AND ${r.state} <> 'failed'), 0)`

const isPaymentOf = (teamId: string, { dueId, paymentId }: Pick<DuePaymentPath, 'dueId' | 'paymentId'>): SQL =>
  sql`${p.id} = ${paymentId} AND ${p.dueId} = (SELECT ${dues.id} FROM ${dues} WHERE ${dues.id} = ${dueId} AND ${dues.teamId} = ${teamId})`

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
  const isThis = sql`${isPaymentOf(teamId, { dueId, paymentId })} AND ${canAct(actor, teamId, 'billing.manage')}`
  const { facts, found, after, disputed } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db.select({ id: p.id }).from(p).where(isThis),
    inserted: insertSelect(
      refunds,
      { id, duePaymentId: p.id, amount, reason: 'manager', state: 'due', createdAt: now },
      sql`FROM ${duePayments} ${p} WHERE ${isThis} AND ${amount} <= ${restOf(p)} ON CONFLICT DO NOTHING`,
    ),
    disputed: selectIsAtBank(paymentId),
    after: db.select({ id: refunds.id }).from(refunds).where(eq(refunds.id, id)),
    queued: queueSettling(sql`${isThis} AND EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${id})`, id, now),
  })
  const refusal = judgeRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  if (refusal) throw refusal
  if (found.rows.length === 0) throw new AppError('OrderNotFound')
  if (after.rows.length === 0 && disputed.rows[0]?.isAtBank) throw new AppError('OrderDisputed')
  if (after.rows.length === 0) throw new AppError('RefundTooLarge')
}

/** How much was given back in all. If a bank does not take it, the payment counts again, unless the person has paid again meanwhile. */
function addUp(id: string): Statement {
  const sent = sql`(SELECT coalesce(sum(${r.amount}), 0) FROM ${refunds} ${r} WHERE ${r.duePaymentId} = ${duePayments.id} AND ${r.state} = 'sent')`
  const isPaidAgain = sql`EXISTS (SELECT 1 FROM ${duePayments} ${other} WHERE ${other.dueId} = ${duePayments.dueId}
    AND ${other.userId} = ${duePayments.userId} AND ${other.state} = 'paid' AND ${other.id} <> ${duePayments.id})`
  const state = sql`CASE WHEN ${duePayments.state} NOT IN ('paid', 'refunded') THEN ${duePayments.state}
    WHEN ${sent} >= ${duePayments.amount} OR ${isPaidAgain} THEN 'refunded' ELSE 'paid' END`
  return updateSet(duePayments, { refunded: sent, state }, sql`WHERE ${duePayments.id} = ${id}`)
}

const book = openRefundBook({
  table: refunds,
  paymentId: refunds.duePaymentId,
  prefix: 'due-refund',
  of: 'dues',
  factOf: (refundId) => ({ kind: 'due-refunded', refundId }),
  restOf: (paymentId) => sql`(SELECT ${restOf(p)} FROM ${duePayments} ${p} WHERE ${p.id} = ${paymentId})`,
  addUp,
})

/** Sends what must go back of a payment. */
export const sendDueRefunds = book.send
export const storeNoAccess = book.storeNoAccess

/** Those who manage the money have given back by hand what we cannot send, or what a bank did not take. */
export async function noteDuesGivenBack(
  db: Database,
  { now }: Clock,
  userId: string,
  { id: teamId, dueId, paymentId, refundId }: DueRefundPath,
): Promise<void> {
  const actor = asPerson(userId)
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db.select({ id: p.id, platform: p.platform }).from(p).where(isPaymentOf(teamId, { dueId, paymentId })),
  })
  const refusal = judgeRight(readFacts(actor, facts).actorRoles, 'billing.manage')
  if (refusal) throw refusal
  const [payment] = found.rows
  const isNoted = payment && (await book.noteGivenBack({ db, now }, payment, refundId, canAct(actor, teamId, 'billing.manage')))
  if (!isNoted) throw new AppError('OrderNotFound')
}

/** Stripe has told us that money went back, or could not. */
export async function syncDueRefunds(reading: Reading, accountId: string, paymentId: string): Promise<Statement[]> {
  const isPaidBy = and(eq(duePayments.paymentId, paymentId), eq(duePayments.accountId, accountId))
  const payment = asCardPayment(await readFirst(reading.db, reading.db.select().from(duePayments).where(isPaidBy)))
  return payment ? book.sync(reading, payment) : []
}
