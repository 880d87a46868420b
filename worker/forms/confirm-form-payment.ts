import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { submissionNotFound } from '../../domain/forms/access.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { readReturn } from '../payments/call-stripe.ts'
import { outcomeOf, readPage, resultStates } from '../payments/checkout-pages.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { communities } from '../teams/shared.ts'
import { type FormCardPayment, findFormPaymentOfSession, readPlace } from './form-payments.ts'
import { submissionPayments, submissions } from './schema.ts'
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
  sessionId: string,
): Promise<PaymentResult> {
  const { db } = money
  const isMine = sql`${submissions.id} = ${submissionId} AND ${await isSender(viewer)}`
  if (!(await readFirst(db, db.select({ id: submissions.id }).from(submissions).where(isMine)))) throw submissionNotFound()
  const payment = await findFormPaymentOfSession(db, sessionId)
  if (payment?.submissionId !== submissionId) throw new AppError('PaymentNotYours')
  return readReturn(confirm(money, payment, sessionId))
}

/** Stripe's own event may be late, so the payment is stored here too. */
async function confirm({ db, stripe, now, newId, platform }: MoneyContext, payment: FormCardPayment, sessionId: string) {
  const session = await readPage(stripe, payment, sessionId)
  const outcome = outcomeOf(session)
  const place = await readPlace(db, payment.submissionId)
  const { after } = await runBatch(db, {
    taken: outcome === 'paid' && payment.paidAt === null ? takeFormPayment({ now, newId, platform }, place, payment, session) : [],
    after: db
      .select({ state: submissionPayments.state, team: sql<string>`${communities.name}`.as('team_name') })
      .from(submissionPayments)
      .innerJoin(communities, eq(communities.id, submissionPayments.teamId))
      .where(eq(submissionPayments.id, payment.id)),
  })
  const [row] = after.rows
  const { title, formId, submissionId, teamId, parts, amount, currency } = payment
  return {
    state: resultStates[outcome],
    bought: row
      ? {
          kind: 'form' as const,
          ...{ title, formId, submissionId, team: { id: teamId, name: row.team } },
          ...{ givesPlace: parts.includes(0), goesBack: row.state === 'late' },
        }
      : null,
    paid: { amount, currency },
  }
}
