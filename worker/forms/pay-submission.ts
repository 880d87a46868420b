import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { submissionNotFound } from '../../domain/forms/access.ts'
import { feeOfParts, judgePaying } from '../../domain/forms/payment.ts'
import type { PayForSubmission } from '../../domain/forms/payment-contract.ts'
import { checkoutDuration } from '../../domain/orders/holds.ts'
import { minute } from '../../domain/time/spans.ts'
import { people } from '../accounts/shared.ts'
import { hasCode, isStripeError } from '../payments/call-stripe.ts'
import { judgeClaims } from '../payments/judge-claims.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { isActiveRow, ownerOf } from '../payments/payee.ts'
import { readRefusedAccount } from '../payments/queue-account-readings.ts'
import { accounts } from '../payments/shared.ts'
import { takesDues } from '../payments/team-entitlement.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import { asBoolean, asText, computed, orNull, type RowOf, selectFields } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { canBeRegistered, hasFullSide } from './check-seasons.ts'
import { createFormSession } from './checkout-form.ts'
import { areUnpaid, asCardPayment, type FormCardPayment } from './form-payments.ts'
import { forms, formVersions, submissions as s, submissionParts, submissionPayments } from './schema.ts'
import { closeFormPage } from './settle-form-payment.ts'
import { isSender, type SubmissionViewer } from './submissions.ts'

const [team, payout, payer] = [alias(communities, 'team'), alias(accounts, 'payout'), alias(people, 'payer')]

type Path = { formId: string; submissionId: string }

/** The submission of this sender, with everything that decides whether and on which account it is paid. */
const selectPayable = ({ formId, submissionId }: Path, isMine: SQL, now: number) =>
  selectFields(
    {
      ...{ state: s.state, payUntil: s.payUntil, price: s.price, userId: s.userId, teamId: forms.teamId },
      title: computed(sql`${formVersions.content}->>'title'`, asText),
      team: computed(sql`${team.name}`, asText),
      email: computed(sql`coalesce(${payer.email}, ${s.emailKey})`, orNull(asText)),
      canBeRegistered: computed(canBeRegistered(s, forms.teamId, sql`coalesce(${forms.settings}->>'addsMembers', 0)`, now), asBoolean),
      hasFullSide: computed(hasFullSide(s.id, { countsHeld: false }), asBoolean),
      hasPlan: computed(takesDues(team.plan), asBoolean),
      payeeId: computed(sql`${payout.userId}`, orNull(payout.userId)),
      accountId: computed(sql`${payout.stripeId}`, orNull(payout.stripeId)),
    },
    sql`FROM ${s} JOIN ${forms} ON ${forms.id} = ${s.formId} JOIN ${communities} ${team} ON ${team.id} = ${forms.teamId} AND ${team.deletedAt} IS NULL
      JOIN ${formVersions} ON ${formVersions.formId} = ${s.formId} AND ${formVersions.number} = ${s.version}
      LEFT JOIN ${people} ${payer} ON ${payer.id} = ${s.userId}
      LEFT JOIN ${accounts} ${payout} ON ${payout.userId} = ${ownerOf(forms.teamId)} AND ${isActiveRow(payout)} AND ${payout.currency} = ${s.currency}
      WHERE ${s.id} = ${submissionId} AND ${s.formId} = ${formId} AND ${isMine}`,
  )
type Payable = RowOf<ReturnType<typeof selectPayable>> & { count: number; key: string | undefined }

// The state is written out, because SQLite then reads the partial index.
const isOpenOf = (submissionId: string) =>
  sql`${submissionPayments.submissionId} = ${submissionId} AND ${submissionPayments.state} = 'open'`

/** Somebody who opens the page needs time to pay there, so we open another one a little before it ends. */
const pageLifetime = checkoutDuration - 5 * minute

/**
 * Opens the page on which a person pays parts of what they have sent, on the account of the owner, and returns its address. They have seen an
 * amount, which must be the sum of these parts. Two taps, and a tap after the answer was lost, lead to the same page.
 */
export async function payForSubmission(
  money: MoneyContext,
  viewer: SubmissionViewer,
  path: Path,
  { parts, amount: seen, key: _, ...said }: PayForSubmission,
): Promise<string> {
  const { db, now } = money
  const { submissionId, formId } = path
  const numbers = [...new Set(parts)].toSorted((a, b) => a - b)
  const { found, stored, open } = await runBatch(db, {
    found: selectPayable(path, await isSender(viewer), now),
    stored: db.select().from(submissionParts).where(eq(submissionParts.submissionId, submissionId)).orderBy(submissionParts.number),
    open: db.select().from(submissionPayments).where(isOpenOf(submissionId)),
  })
  const [row] = found.rows
  if (!row) throw submissionNotFound()
  const { state, payUntil, price, payeeId, accountId } = row
  const payable: Payable = { ...row, count: stored.rows.length, key: viewer.key }
  const amount = stored.rows.reduce((sum, part) => (numbers.includes(part.number) ? sum + part.amount : sum), 0)
  judgeClaims(money, said, { uid: row.userId, account: accountId, cost: amount, ...(price && { fee: feeOfParts(price, numbers) }) })
  const previous = asCardPayment(open.rows[0])
  const isSame = previous !== null && sameParts(previous.parts, numbers) && previous.accountId === accountId
  // A page that was opened in time can be paid on until it ends.
  if (isSame && amount === seen && now < previous.createdAt + pageLifetime && previous.sessionUrl !== null) return previous.sessionUrl
  const unpaid = stored.rows.filter(({ paymentId }) => paymentId === null).map(({ number }) => number)
  const refusal = judgePaying({ state, payUntil, unpaid, numbers }, now)
  if (refusal) throw refusal
  if (state === 'paying' && !row.canBeRegistered) throw new AppError('FormSeasonClosed')
  if (state === 'paying' && row.hasFullSide) throw new AppError('FormSideFull')
  if (amount !== seen) throw new AppError('OfferChanged')
  if (!price || !row.hasPlan || payeeId === null || accountId === null || row.email === null) throw new AppError('FormNotPayable')
  if (previous) {
    if (isSame && now < previous.createdAt + pageLifetime) return openPage(money, previous, payable)
    await closeEarlier(money, previous)
  }
  const payment = {
    ...{ id: money.newId(), submissionId, formId, teamId: row.teamId, title: row.title, userId: row.userId, parts: numbers },
    ...{ method: 'card' as const, state: 'open' as const, payeeId, accountId, amount },
    ...{ ourFee: feeOfParts(price, numbers), currency: price.currency, createdAt: now, platform: money.platform },
  }
  const isOwed = sql`${s.id} = ${submissionId} AND ${areUnpaid(submissionId, numbers)}
    AND (${s.state} = 'accepted' OR (${s.state} = 'paying' AND ${s.payUntil} > ${now}))`
  const { after } = await runBatch(db, {
    inserted: insertSelect(submissionPayments, payment, sql`FROM ${s} WHERE ${isOwed} ON CONFLICT DO NOTHING`),
    after: db.select().from(submissionPayments).where(isOpenOf(submissionId)),
  })
  const page = asCardPayment(after.rows[0])
  // Another tab was faster with other parts, or the submission was changed in this moment.
  if (!page || !sameParts(page.parts, numbers) || page.accountId !== accountId) throw new AppError('OfferChanged')
  return openPage(money, page, payable)
}

const sameParts = (one: readonly number[], other: readonly number[]) => one.join() === other.join()

async function openPage(money: MoneyContext, page: FormCardPayment, { email, ...payable }: Payable): Promise<string> {
  const { db, stripe, origin } = money
  if (email === null) throw new AppError('FormNotPayable')
  const session = await createFormSession(stripe, page, { ...payable, email, origin }).catch(async (error: unknown) => {
    // Stripe has restricted the account, and has not told us yet.
    if (hasCode(error, 'account_invalid')) {
      await readRefusedAccount(db, page.accountId, money.now)
      throw new AppError('FormNotPayable', { cause: error })
    }
    if (!isStripeError(error) || error.rawType !== 'idempotency_error') throw error
    // The page that is there says something else, such as an earlier name of the community.
    await closeEarlier(money, page)
    throw new AppError('OfferChanged', { cause: error })
  })
  if (session.url === null) throw new AppError('PaymentsUnavailable')
  const { after } = await runBatch(db, {
    stored: db.update(submissionPayments).set({ sessionId: session.id, sessionUrl: session.url }).where(eq(submissionPayments.id, page.id)),
    after: db
      .select({ state: submissionPayments.state })
      .from(submissionPayments)
      .innerJoin(s, eq(s.id, submissionPayments.submissionId))
      .where(and(eq(submissionPayments.id, page.id), sql`${s.state} IN ('paying', 'accepted')`)),
  })
  if (after.rows[0]?.state !== 'open') {
    // It was withdrawn or settled in this moment, so nobody may pay on this page.
    const { statements } = await closeFormPage(money, { ...page, sessionId: session.id })
    await runBatch(db, { closed: statements })
    throw new AppError('OfferChanged')
  }
  return session.url
}

/** Closes an earlier page. Whoever has just paid there owes nothing. */
async function closeEarlier(money: MoneyContext, page: FormCardPayment): Promise<void> {
  const { outcome, statements } = await closeFormPage(money, page)
  await runBatch(money.db, { stored: statements })
  if (outcome === 'paid') throw new AppError('SubmissionPaid')
  if (outcome === 'pending') throw new AppError('PaymentPending')
  // Somebody is paying there right now.
  if (outcome === 'open') throw new AppError('PaymentsUnavailable')
}
