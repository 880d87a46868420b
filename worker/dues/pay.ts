import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { DuePath, PayDues } from '../../domain/dues/contract.ts'
import { AppError } from '../../domain/errors.ts'
import { shareOf } from '../../domain/money.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { hour } from '../../domain/time/spans.ts'
import { hasCode, isStripeError, readReturn } from '../payments/call-stripe.ts'
import { feeOf } from '../payments/fee-of.ts'
import { judgeClaims } from '../payments/judge-claims.ts'
import type { MoneyContext } from '../payments/money-context.ts'
import { isActiveRow, ownerOf } from '../payments/payee.ts'
import { readRefusedAccount } from '../payments/queue-account-readings.ts'
import { accounts } from '../payments/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import { asNumber, asText, computed, orNull, type RowOf, selectFields } from '../platform/row-query.ts'
import { asPerson, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { asCardPayment, type CardPayment, createSession } from './checkout-session.ts'
import { duePayments, dues } from './schema.ts'
import { closePage } from './settle.ts'

const team = alias(communities, 'team')
const payout = alias(accounts, 'payout')

type Payer = { id: string; email: string }

/** These dues with everything that decides whether and on which account they are paid. */
const selectAsked = ({ id: teamId, dueId }: DuePath) =>
  selectFields(
    {
      title: dues.title,
      amount: dues.amount,
      currency: dues.currency,
      endedAt: dues.endedAt,
      team: computed(sql`${team.name}`, asText),
      feeBasisPoints: computed(feeOf(dues.teamId), asNumber),
      payeeId: computed(sql`${payout.userId}`, orNull(payout.userId)),
      accountId: computed(sql`${payout.stripeId}`, orNull(payout.stripeId)),
    },
    sql`FROM ${dues} JOIN ${communities} ${team} ON ${team.id} = ${dues.teamId} AND ${team.deletedAt} IS NULL
      LEFT JOIN ${accounts} ${payout} ON ${payout.userId} = ${ownerOf(dues.teamId)} AND ${isActiveRow(payout)} AND ${payout.currency} = ${dues.currency}
      WHERE ${dues.id} = ${dueId} AND ${dues.teamId} = ${teamId}`,
  )
type Asked = RowOf<ReturnType<typeof selectAsked>>

// The state is written out, because SQLite then reads the partial index.
const isOpenOf = (dueId: string, userId: string) =>
  sql`${duePayments.dueId} = ${dueId} AND ${duePayments.userId} = ${userId} AND ${duePayments.state} = 'open'`
const isPaidOf = (dueId: string, userId: string) =>
  sql`${duePayments.dueId} = ${dueId} AND ${duePayments.userId} = ${userId} AND ${duePayments.state} = 'paid'`

/** A page at Stripe is open for a day. We open another one a little earlier. */
const pageLifetime = 23 * hour

/**
 * Opens the page on which a member pays dues, on the account of the owner, and returns its address. They have seen an amount, which must be
 * the one of now. Two clicks, and a click after the answer was lost, lead to the same page.
 */
export async function payDues(money: MoneyContext, payer: Payer, path: DuePath, seen: PayDues): Promise<string> {
  const { db, now } = money
  const actor = asPerson(payer.id)
  const { facts, asked, open, paid } = await runBatch(db, {
    facts: selectFacts(actor, path.id),
    asked: selectAsked(path),
    open: db.select().from(duePayments).where(isOpenOf(path.dueId, payer.id)),
    paid: db.select({ id: duePayments.id }).from(duePayments).where(isPaidOf(path.dueId, payer.id)),
  })
  const refusal = judgeRight(readFacts(actor, facts).actorRoles, 'team.view')
  if (refusal) throw refusal
  const [due] = asked.rows
  if (!due) throw new AppError('DuesNotFound')
  const { payeeId, accountId, amount, currency } = due
  if (due.endedAt !== null) throw new AppError('DuesOver')
  if (paid.rows.length > 0) throw new AppError('DuesSettled')
  if (seen.amount !== amount || seen.currency !== currency) throw new AppError('OfferChanged')
  if (payeeId === null || accountId === null) throw new AppError('DuesNotPayable')
  const ourFee = shareOf(amount, due.feeBasisPoints)
  judgeClaims(money, seen, { uid: payer.id, account: accountId, fee: ourFee, cost: amount })
  const previous = asCardPayment(open.rows[0])
  if (previous) {
    const isSame = previous.amount === amount && previous.accountId === accountId && now < previous.createdAt + pageLifetime
    if (isSame) return previous.sessionUrl ?? openPage(money, payer, path, previous, due)
    await closeEarlier(money, previous)
  }
  const row = {
    ...{ id: money.newId(), dueId: path.dueId, userId: payer.id, method: 'card' as const, state: 'open' as const, payeeId, accountId },
    ...{ amount, ourFee, currency, createdAt: now, platform: money.platform },
  }
  const isOwed = sql`${dues.id} = ${path.dueId} AND ${dues.endedAt} IS NULL AND ${dues.amount} = ${amount} AND ${isInTeam(path.id, payer.id)}
    AND NOT EXISTS (SELECT 1 FROM ${duePayments} WHERE ${isPaidOf(path.dueId, payer.id)})`
  const { stored } = await runBatch(db, {
    inserted: insertSelect(duePayments, row, sql`FROM ${dues} WHERE ${isOwed} ON CONFLICT DO NOTHING`),
    stored: db.select().from(duePayments).where(isOpenOf(path.dueId, payer.id)),
  })
  const page = asCardPayment(stored.rows[0])
  // Another tab was faster with another amount, or somebody has changed the dues.
  if (!page || page.amount !== amount || page.accountId !== accountId) throw new AppError('OfferChanged')
  return openPage(money, payer, path, page, due)
}

async function openPage(money: MoneyContext, { email }: Payer, { id: teamId }: DuePath, page: CardPayment, due: Asked): Promise<string> {
  const { db, stripe, origin } = money
  const { title, team: name } = due
  const session = await createSession(stripe, page, { title, team: name, teamId, email, origin }).catch(async (error: unknown) => {
    // Stripe has restricted the account, and has not told us yet.
    if (hasCode(error, 'account_invalid')) {
      await readRefusedAccount(db, page.accountId, money.now)
      throw new AppError('DuesNotPayable', { cause: error })
    }
    if (!isStripeError(error) || error.rawType !== 'idempotency_error') throw error
    // The page that is there says something else, such as an earlier title.
    await closeEarlier(money, page)
    throw new AppError('OfferChanged', { cause: error })
  })
  if (session.url === null) throw new AppError('PaymentsUnavailable')
  const { after } = await runBatch(db, {
    stored: db.update(duePayments).set({ sessionId: session.id, sessionUrl: session.url }).where(eq(duePayments.id, page.id)),
    after: db.select({ state: duePayments.state }).from(duePayments).where(eq(duePayments.id, page.id)),
  })
  if (after.rows[0]?.state !== 'open') {
    // The dues were settled or ended in this moment, so nobody may pay on this page.
    await closePage(money, { ...page, sessionId: session.id })
    throw new AppError('OfferChanged')
  }
  return session.url
}

/** Closes an earlier page. Whoever has just paid there owes nothing. */
async function closeEarlier(money: MoneyContext, page: CardPayment): Promise<void> {
  const { outcome, statements } = await readReturn(closePage(money, page))
  await runBatch(money.db, { stored: statements })
  if (outcome === 'paid') throw new AppError('DuesSettled')
  if (outcome === 'pending') throw new AppError('PaymentPending')
  // Somebody is paying there right now.
  if (outcome === 'open') throw new AppError('PaymentsUnavailable')
}
