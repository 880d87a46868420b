import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import { AppError } from '../../domain/errors.ts'
import type { FormRefundPath } from '../../domain/forms/payment-contract.ts'
import type { FormNews } from '../../domain/mail/form-mails.ts'
import type { RefundOrder } from '../../domain/orders/contract.ts'
import { isAtBank, selectIsAtBank } from '../payments/disputed.ts'
import { openRefundBook, type RefundNews } from '../payments/refund-book.ts'
import { readFirst, runBatch, type Statement } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asPerson } from '../teams/actor.ts'
import { asCardPayment } from './form-payments.ts'
import { mailSenders, sent } from './notify-of-submission.ts'
import { p, queueFormSettling } from './queue-form-settling.ts'
import { recordEvent } from './record-event.ts'
import { requireManager } from './require-manager.ts'
import { submissionRefunds as refunds, submissionPayments } from './schema.ts'

const [r, refunded] = [alias(refunds, 'r'), alias(submissionPayments, 'refunded')]

/**
 * What is left of a payment by card after what goes back, or has gone, also by itself. What the bank of the person did not take is left again.
 * Nothing is left of one that a bank has.
 */
export const restOf = (payment: Record<'id' | 'method' | 'state' | 'amount', SQLWrapper>): SQL =>
  sql`iif(${payment.method} = 'card' AND ${payment.state} IN ('paid', 'refunded', 'late') AND NOT ${isAtBank(payment.id)},
    ${payment.amount} - (SELECT coalesce(sum(${r.amount}), 0) FROM ${refunds} ${r} WHERE ${r.submissionPaymentId} = ${payment.id} AND ${r.state} <> 'failed'), 0)`

type Path = { id: string; submissionId: string; paymentId: string }

/** Gives a part of a payment back, or all that is left. A second request with the same key gives nothing more. */
export async function refundForm(
  db: Database,
  context: Clock,
  userId: string,
  { id: formId, submissionId, paymentId }: Path,
  { amount, idempotencyKey }: RefundOrder,
): Promise<void> {
  const { now } = context
  const { isAllowed } = await requireManager(db, asPerson(userId), { formId, submissionId })
  const id = await deriveId('form-refund', userId, paymentId, idempotencyKey)
  const isThis = sql`${p.id} = ${paymentId} AND ${p.submissionId} = ${submissionId} AND ${p.formId} = ${formId} AND ${isAllowed}`
  const { found, after, disputed } = await runBatch(db, {
    found: db.select({ id: p.id }).from(p).where(isThis),
    inserted: insertSelect(
      refunds,
      { id, submissionPaymentId: p.id, amount, reason: 'manager', state: 'due', createdAt: now },
      sql`FROM ${submissionPayments} ${p} WHERE ${isThis} AND ${amount} <= ${restOf(p)} ON CONFLICT DO NOTHING`,
    ),
    recorded: recordEvent(context, submissionId, 'refunded', userId),
    disputed: selectIsAtBank(paymentId),
    after: db.select({ id: refunds.id }).from(refunds).where(eq(refunds.id, id)),
    queued: queueFormSettling(sql`${isThis} AND EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.id} = ${id})`, id, now),
  })
  if (found.rows.length === 0) throw new AppError('FormPaymentNotFound')
  if (after.rows.length === 0 && disputed.rows[0]?.isAtBank) throw new AppError('OrderDisputed')
  if (after.rows.length === 0) throw new AppError('RefundTooLarge')
}

/** How much was given back in all. If a bank does not take it, the payment counts again. */
function addUp(id: string): Statement {
  const back = sql`(SELECT coalesce(sum(${r.amount}), 0) FROM ${refunds} ${r} WHERE ${r.submissionPaymentId} = ${submissionPayments.id} AND ${r.state} = 'sent')`
  const state = sql`CASE WHEN ${submissionPayments.state} NOT IN ('paid', 'refunded') THEN ${submissionPayments.state}
    WHEN ${back} >= ${submissionPayments.amount} THEN 'refunded' ELSE 'paid' END`
  return updateSet(submissionPayments, { refunded: back, state }, sql`WHERE ${submissionPayments.id} = ${id}`)
}

const mailNews: Record<RefundNews, FormNews> = { sent: 'refunded', 'by-hand': 'refundedByHand', stuck: 'refundStuck' }
/** The notice of the same batch has its own id, and of two messages with one id only the first is sent. */
const mailIds: Record<RefundNews, string> = { sent: 'form-refunded-mail', 'by-hand': 'form-refunded-mail', stuck: 'form-stuck-mail' }

const book = openRefundBook({
  table: refunds,
  paymentId: refunds.submissionPaymentId,
  prefix: 'form-refund',
  of: 'form',
  factOf: (refundId) => ({ kind: 'form-refunded', refundId }),
  restOf: (paymentId) => sql`(SELECT ${restOf(p)} FROM ${submissionPayments} ${p} WHERE ${p.id} = ${paymentId})`,
  // Who has no account gets an email. A refund that was made at Stripe is not stored yet, and is told there.
  tellOthers: (news, refundId, on, isNew) => [
    mailSenders(
      sql`${sent.userId} IS NULL AND ${sent.id} = (SELECT ${refunded.submissionId} FROM ${refunds} ${r} JOIN ${submissionPayments} ${refunded}
        ON ${refunded.id} = ${r.submissionPaymentId} WHERE ${r.id} = ${refundId}) AND ${isNew}`,
      sql`${`${mailIds[news]}:${refundId}`}`,
      { ...on, news: mailNews[news], path: sql`NULL` },
    ),
  ],
  addUp,
})

type Reading = { db: Database; stripe: Stripe; now: number }

/** Sends what must go back of a payment. */
export const sendFormRefunds = book.send
export const storeNoAccess = book.storeNoAccess

/** Those who manage the money have given back by hand what we cannot send, or what a bank did not take. */
export async function noteFormGivenBack(
  db: Database,
  { now }: Clock,
  userId: string,
  { id: formId, submissionId, paymentId, refundId }: FormRefundPath,
): Promise<void> {
  const { isAllowed } = await requireManager(db, asPerson(userId), { formId, submissionId })
  const isThis = and(eq(p.id, paymentId), eq(p.submissionId, submissionId), eq(p.formId, formId))
  const payment = await readFirst(db, db.select({ id: p.id, platform: p.platform }).from(p).where(isThis))
  const isNoted = payment && (await book.noteGivenBack({ db, now }, payment, refundId, isAllowed))
  if (!isNoted) throw new AppError('FormPaymentNotFound')
}

/** Stripe has told us that money went back, or could not. */
export async function syncFormRefunds(reading: Reading, accountId: string, paymentId: string): Promise<Statement[]> {
  const { db } = reading
  const isPaidBy = and(eq(submissionPayments.paymentId, paymentId), eq(submissionPayments.accountId, accountId))
  const payment = asCardPayment(await readFirst(db, db.select().from(submissionPayments).where(isPaidBy)))
  return payment ? book.sync(reading, payment) : []
}
