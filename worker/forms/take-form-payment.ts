import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { MoneyWorkOf } from '../../domain/payments/jobs-contract.ts'
import { type PaidSession, paymentIdOf } from '../payments/checkout-pages.ts'
import { queueRefundSync } from '../payments/queue-refund-sync.ts'
import type { Statement } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { arePartsOf, type FormCardPayment, findFormPayment, type Place, readPlace, takesMoney } from './form-payments.ts'
import { mailFormReceipt } from './form-receipts.ts'
import { notifyOfPaid } from './notify-of-submission.ts'
import { isOfSender, placeAccepted } from './place-accepted.ts'
import { p, queueFormSettling } from './queue-form-settling.ts'
import { recordEvent } from './record-event.ts'
import { submissionParts, submissionPayments, submissionRefunds, submissions } from './schema.ts'

const [paid, placed] = [alias(submissionPayments, 'paid'), alias(submissions, 'placed')]

/** Jobs and chores have no request. */
export const jobContext = (now: number): CommandContext => ({ now, newId: () => crypto.randomUUID() })

/**
 * What follows from a payment that the statement directly before has stored as paid: its parts are paid, and the submission has its places. Put
 * in the batch twice, it does nothing more.
 */
export function settlePaid(
  context: CommandContext,
  { submissionId, teamId, userId, addsMembers }: Place,
  { id, parts }: { id: string; parts: readonly number[] },
  notedBy: string | null,
): Statement[] {
  const { now } = context
  const isPaidNow: SQL = sql`EXISTS (SELECT 1 FROM ${submissionPayments} ${paid} WHERE ${paid.id} = ${id} AND ${paid.state} = 'paid'
    AND ${paid.paidAt} = ${now})`
  const isPlacedNow: SQL = sql`(${isPaidNow} AND EXISTS (SELECT 1 FROM ${submissions} ${placed} WHERE ${placed.id} = ${submissionId}
    AND ${placed.state} = 'accepted' AND ${placed.changedAt} = ${now}))`
  // Who pays the rest by card stands from then on for what an organizer has filled, and has taken the first part for in cash.
  const isFirstWord: SQL = sql`(${isPaidNow} AND NOT ${isOfSender(submissionId, id)})`
  return [
    recordEvent(context, submissionId, 'paid', notedBy, { when: isPaidNow }),
    updateSet(
      submissions,
      { state: 'accepted', payUntil: null, changedAt: now, revision: sql`revision + 1` },
      sql`WHERE ${submissions.id} = ${submissionId} AND ${submissions.state} IN ('paying', 'ended') AND ${isPaidNow}`,
    ),
    updateSet(
      submissionParts,
      { paymentId: id, nextReminderAt: null },
      sql`WHERE ${arePartsOf(submissionId, parts)} AND ${submissionParts.paymentId} IS NULL AND ${isPaidNow}`,
    ),
    ...placeAccepted(context, {
      ...{ submissionId, teamId, userId, addsMembers, when: notedBy === null ? sql`(${isPlacedNow} OR ${isFirstWord})` : isPlacedNow },
      ...(notedBy !== null && { acceptedBy: notedBy }),
    }),
    notifyOfPaid(submissionId, now, isPlacedNow),
  ]
}

/**
 * The statements that store a payment: the submission has its places, or the money goes back. They change nothing if the payment is stored
 * already. `place` is null if the submission was deleted.
 */
export function takeFormPayment(context: CommandContext, place: Place | null, payment: FormCardPayment, session: PaidSession): Statement[] {
  const { now } = context
  const { id, parts } = payment
  const isLateNow = sql`${p.id} = ${id} AND ${p.state} = 'late' AND ${p.paidAt} = ${now}`
  const state = place ? sql`iif(${takesMoney(place, parts)}, 'paid', 'late')` : 'late'
  return [
    updateSet(
      submissionPayments,
      { state, paidAt: now, paymentId: paymentIdOf(session), sessionId: session.id },
      sql`WHERE ${submissionPayments.id} = ${id} AND ${submissionPayments.state} IN ('open', 'ended')`,
    ),
    ...(place ? settlePaid(context, place, payment, null) : []),
    insertSelect(
      submissionRefunds,
      { id: sql`${p.id} || ':late'`, submissionPaymentId: p.id, amount: p.amount, reason: 'late', state: 'due', createdAt: now },
      sql`FROM ${submissionPayments} ${p} WHERE ${isLateNow} ON CONFLICT DO NOTHING`,
    ),
    queueFormSettling(isLateNow, `late:${now}`, now),
    ...queueRefundSync(payment, session, now),
    // A payment for what was deleted goes back, so it has no receipt.
    ...(place ? mailFormReceipt(id, place.link, now) : []),
  ]
}

/** Nobody has paid on the page, and nobody can any more. */
export const endFormPage = (db: Database, id: string): Statement =>
  db
    .update(submissionPayments)
    .set({ state: 'ended' })
    .where(and(eq(submissionPayments.id, id), eq(submissionPayments.state, 'open')))

/** Takes a payment that Stripe lists, as if its event had arrived. */
export async function takeListedFormPayment(
  { db, now }: { db: Database; now: number },
  { id, paymentId }: MoneyWorkOf<'take-form-payment'>,
): Promise<Statement[]> {
  const payment = await findFormPayment(db, id)
  if (!payment) return []
  const place = await readPlace(db, payment.submissionId)
  return takeFormPayment(jobContext(now), place, payment, { id: payment.sessionId, payment_intent: paymentId })
}
