import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { submissionNotFound } from '../../domain/forms/access.ts'
import { findLastWords } from '../../domain/forms/last-words.ts'
import type { ReturnToSubmission } from '../../domain/forms/payment-contract.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { readReturn } from '../payments/call-stripe.ts'
import { outcomeOf, readPage, resultStates } from '../payments/checkout-pages.ts'
import { judgeClaims } from '../payments/judge-claims.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { computed, orNull, selectFields } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { type FormCardPayment, findFormPaymentOfSession, readPlace } from './form-payments.ts'
import { forms, formVersions, submissionPayments, submissions } from './schema.ts'
import { isSender, type SubmissionViewer } from './submissions.ts'
import { takeFormPayment } from './take-form-payment.ts'

/** A person comes back from the page of a form. Null if it is something else. */
export async function confirmFormPayment(money: MoneyContext, userId: string, sessionId: string): Promise<PaymentResult | null> {
  const payment = await findFormPaymentOfSession(money.db, sessionId)
  if (!payment) return null
  if (payment.userId !== userId) throw new AppError('PaymentNotYours')
  return confirm(money, payment, sessionId)
}

/** The same for who has no account: the key from their link says that it is theirs. */
export async function confirmWithKey(
  money: MoneyContext,
  viewer: SubmissionViewer,
  submissionId: string,
  { sessionId, key: _, ...said }: ReturnToSubmission,
): Promise<PaymentResult> {
  const { db } = money
  const isMine = sql`${submissions.id} = ${submissionId} AND ${await isSender(viewer)}`
  const submission = await readFirst(db, db.select({ userId: submissions.userId }).from(submissions).where(isMine))
  if (!submission) throw submissionNotFound()
  judgeClaims(money, said, { uid: submission.userId })
  const payment = await findFormPaymentOfSession(db, sessionId)
  if (payment?.submissionId !== submissionId) throw new AppError('PaymentNotYours')
  return readReturn(confirm(money, payment, sessionId))
}

/** What became of a payment. Its submission can be deleted meanwhile. */
const selectAfter = (paymentId: string) =>
  selectFields(
    {
      ...{ state: submissionPayments.state, team: communities.name },
      sentState: computed(sql`${submissions.state}`, orNull(submissions.state)),
      ending: computed(sql`${submissions.ending}`, orNull(submissions.ending)),
      content: computed(sql`${formVersions.content}`, orNull(formVersions.content)),
      settings: computed(sql`${forms.settings}`, orNull(forms.settings)),
    },
    sql`FROM ${submissionPayments}
      JOIN ${communities} ON ${communities.id} = ${submissionPayments.teamId}
      LEFT JOIN ${submissions} ON ${submissions.id} = ${submissionPayments.submissionId}
      LEFT JOIN ${forms} ON ${forms.id} = ${submissions.formId}
      LEFT JOIN ${formVersions} ON ${formVersions.formId} = ${submissions.formId} AND ${formVersions.number} = ${submissions.version}
      WHERE ${submissionPayments.id} = ${paymentId}`,
  )

/** Stripe's own event may be late, so the payment is stored here too. */
async function confirm({ db, stripe, now, newId, platform }: MoneyContext, payment: FormCardPayment, sessionId: string) {
  const session = await readPage(stripe, payment, sessionId)
  const outcome = outcomeOf(session)
  const place = await readPlace(db, payment.submissionId)
  const { after } = await runBatch(db, {
    taken: outcome === 'paid' && payment.paidAt === null ? takeFormPayment({ now, newId, platform }, place, payment, session) : [],
    after: selectAfter(payment.id),
  })
  const [row] = after.rows
  const { title, formId, submissionId, teamId, parts, amount, currency } = payment
  const givesPlace = parts.includes(0)
  const isPlaced = givesPlace && row?.state === 'paid' && row.sentState === 'accepted'
  return {
    state: resultStates[outcome],
    bought: row
      ? {
          kind: 'form' as const,
          ...{ title, formId, submissionId, team: { id: teamId, name: row.team } },
          ...{ givesPlace, goesBack: row.state === 'late' },
          lastWords:
            isPlaced && row.content && row.settings ? findLastWords(row.content, row.ending ?? '', row.settings.thankYouUrl) : null,
        }
      : null,
    paid: { amount, currency },
  }
}
