import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import { checkoutDuration, checkoutMargin, pendingPaymentWait } from '../../domain/orders/holds.ts'
import type { MoneyWork, MoneyWorkOf } from '../../domain/payments/jobs-contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { isJobKnown } from '../jobs/queries.ts'
import { hasCode } from '../payments/call-stripe.ts'
import { type ReadPage, readOutcome } from '../payments/checkout-pages.ts'
import { readFirst, type Statement, write } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { JobError } from '../platform/job-error.ts'
import { closeFormSession } from './checkout-form.ts'
import { queueFilling } from './fill-places.ts'
import { asCardPayment, type FormCardPayment, findFormPayment, readPlace } from './form-payments.ts'
import { sendFormRefunds, storeNoAccess } from './form-refunds.ts'
import { recordEvent } from './record-event.ts'
import { submissionPayments, submissions } from './schema.ts'
import { endFormPage, jobContext, takeFormPayment } from './take-form-payment.ts'
import { tellSender } from './tell-sender.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

/** Closes the page of a payment at Stripe, and returns what must be stored. Whoever has just paid there has their places. */
export async function closeFormPage({ db, stripe, now }: Reading, payment: FormCardPayment): Promise<ReadPage> {
  const session = await closeFormSession(stripe, payment)
  const place = await readPlace(db, payment.submissionId)
  return readOutcome(session, (paid) => takeFormPayment(jobContext(now), place, payment, paid), endFormPage(db, payment.id))
}

/** Ends the page of a payment. It fails while somebody is paying there, and is tried again. */
async function closeForGood(reading: Reading, payment: FormCardPayment): Promise<ReadPage> {
  try {
    const closed = await closeFormPage(reading, payment)
    if (closed.outcome === 'open') throw new JobError('the page is still open', { permanent: false })
    return closed
  } catch (error) {
    if (!hasCode(error, 'account_invalid')) throw error
    // The host has ended our access. Until the page ends by itself, somebody may pay there, so the sweep looks again.
    const isOver = reading.now > payment.createdAt + checkoutDuration + checkoutMargin
    return isOver ? { outcome: 'ended', statements: [endFormPage(reading.db, payment.id)] } : { outcome: 'open', statements: [] }
  }
}

/** Does at Stripe what a payment needs: nobody pays on its page any longer, or money goes back. Running it again changes nothing. */
export async function settleFormPayment(reading: Reading, { id }: MoneyWorkOf<'settle-form-payment'>): Promise<Statement[]> {
  const payment = await findFormPayment(reading.db, id)
  if (!payment) return []
  if (payment.state === 'open') return (await closeForGood(reading, payment)).statements
  try {
    return await sendFormRefunds(reading, payment)
  } catch (error) {
    if (!hasCode(error, 'account_invalid')) throw error
    return storeNoAccess(reading, payment)
  }
}

const started = alias(submissionPayments, 'started')
const maxEndedAtOnce = 100

/** Each submission gets another job after so long, if one has failed. */
const retryEvery = 10 * minute

/** Runs every minute: lets the queue end submissions that were not paid in time. A page that was opened in time keeps the places. */
export async function endUnpaidSubmissions(db: Database, now: number): Promise<void> {
  const kind: MoneyWork['kind'] = 'end-unpaid-submission'
  const jobId = sql`${kind} || ':' || ${submissions.id} || ':' || ${Math.floor(now / retryEvery)}`
  const isBeingPaid = sql`EXISTS (SELECT 1 FROM ${submissionPayments} ${started} WHERE ${started.submissionId} = ${submissions.id}
    AND ${started.state} = 'open' AND ${started.createdAt} > ${now - checkoutDuration - checkoutMargin})`
  await write(
    db,
    putRowsInOutbox(
      'money',
      sql`SELECT ${jobId} AS id, json_object('kind', ${kind}, 'submissionId', ${submissions.id}) AS body FROM ${submissions}
        WHERE ${submissions.payUntil} IS NOT NULL AND ${submissions.payUntil} <= ${now} AND ${submissions.state} = 'paying'
          AND NOT ${isBeingPaid} AND NOT ${isJobKnown(jobId)} ORDER BY ${submissions.payUntil} LIMIT ${maxEndedAtOnce}`,
      { now },
    ),
  )
}

/** First nobody can pay for a submission any more, by Stripe's word. Only then its places are free. */
export async function endUnpaidSubmission(reading: Reading, { submissionId }: MoneyWorkOf<'end-unpaid-submission'>): Promise<Statement[]> {
  const { db, now } = reading
  const isOpen = and(eq(submissionPayments.submissionId, submissionId), sql`${submissionPayments.state} = 'open'`)
  const open = asCardPayment(await readFirst(db, db.select().from(submissionPayments).where(isOpen)))
  const closed = open ? await closeForGood(reading, open) : null
  const isOver = sql`WHERE ${submissions.id} = ${submissionId} AND ${submissions.state} = 'paying' AND ${submissions.payUntil} <= ${now}`
  // A bank has not decided yet, so the places stay held.
  if (closed?.outcome === 'pending') return [updateSet(submissions, { payUntil: now + pendingPaymentWait }, isOver)]
  const formId = await findFormOf(db, submissionId)
  const isEnded = sql`EXISTS (SELECT 1 FROM ${submissions} WHERE ${submissions.id} = ${submissionId} AND ${submissions.state} = 'ended'
    AND ${submissions.changedAt} = ${now})`
  // Whoever has just paid is accepted, so these statements do not find them. Another page may have been opened meanwhile.
  return [
    ...(closed?.statements ?? []),
    updateSet(
      submissions,
      { state: 'ended', payUntil: null, changedAt: now, revision: sql`revision + 1` },
      sql`${isOver} AND NOT EXISTS (SELECT 1 FROM ${submissionPayments} ${started} WHERE ${started.submissionId} = ${submissionId}
        AND ${started.state} = 'open')`,
    ),
    recordEvent(jobContext(now), submissionId, 'ended', null),
    ...(formId === null ? [] : [queueFilling(formId, `ended:${submissionId}:${now}`, now)]),
    ...(await tellSender(jobContext(now), submissionId, { news: 'ended', reason: '' }, isEnded)),
  ]
}

const findFormOf = async (db: Database, submissionId: string): Promise<string | null> =>
  (await readFirst(db, db.select({ formId: submissions.formId }).from(submissions).where(eq(submissions.id, submissionId))))?.formId ?? null
