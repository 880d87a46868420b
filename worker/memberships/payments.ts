import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import { membershipRefundWords, membershipRefusedWords } from '../../domain/memberships/news.ts'
import { currencies } from '../../domain/money.ts'
import { refundFailedWords } from '../../domain/orders/refund-waits.ts'
import { people } from '../accounts/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { isAccepted, listRefunds, sumOf } from '../orders/send-refunds.ts'
import { callStripe, toMillis } from '../payments/call-stripe.ts'
import { newsDuration } from '../payments/news-duration.ts'
import { tellManagersOf } from '../payments/payment-disputes.ts'
import { queueRefundReading } from '../payments/queue-refund-sync.ts'
import { refusedOf, refusedValues } from '../payments/refused-refunds.ts'
import { subscriptionOfInvoice } from '../payments/sync-invoice.ts'
import { readAll, readFirst, type Statement } from '../platform/batch.ts'
import { inList, insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { communities } from '../teams/shared.ts'
import { mailReceipt } from './receipts.ts'
import { membershipSubscriptions as bought, memberships, membershipPayments as p } from './schema.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

const stored = alias(p, 'stored')

/** A payment has its row. */
const isStored = (invoiceId: string): SQL => sql`EXISTS (SELECT 1 FROM ${p} ${stored} WHERE ${stored.id} = ${invoiceId})`

/** Stores the payments of a subscription that are not stored. Each reading of it comes by, so lost events are made good. */
export async function syncPayments(reading: Reading, accountId: string, { id }: Stripe.Subscription): Promise<Statement[]> {
  const { db, stripe } = reading
  const paid = { subscription: id, status: 'paid', limit: 100 } as const
  const { data: invoices } = await callStripe(stripe.invoices.list(paid, { stripeAccount: accountId }))
  const known = await readAll(
    db,
    db
      .select({ id: p.id })
      .from(p)
      .where(
        inList(
          p.id,
          invoices.map((invoice) => invoice.id),
        ),
      ),
  )
  const knownIds = new Set(known.map((row) => row.id))
  const statements: Statement[] = []
  for (const invoice of invoices) if (!knownIds.has(invoice.id)) statements.push(...(await storePayment(reading, accountId, invoice)))
  return statements
}

/**
 * The statements that store what was paid with an invoice, and mail its receipt once. What went back of it already is read next, and told.
 * The subscription must be stored before.
 */
export async function storePayment({ db, stripe, now }: Reading, accountId: string, invoice: Stripe.Invoice): Promise<Statement[]> {
  const { id, status, amount_paid: amount, status_transitions: times, lines } = invoice
  const subscriptionId = subscriptionOfInvoice(invoice)
  const currency = currencies.find((known) => known === invoice.currency)
  const periods = lines.data.map(({ period }) => period)
  if (status !== 'paid' || amount <= 0 || subscriptionId === null || !currency || periods.length === 0) return []
  if (await findPayment(db, eq(p.id, id))) return []
  const options = { stripeAccount: accountId }
  const { data: payments } = await callStripe(stripe.invoicePayments.list({ invoice: id, limit: 1 }, options))
  const intent = payments[0]?.payment.payment_intent
  const paymentId = typeof intent === 'string' ? intent : (intent?.id ?? null)
  const back = await listRefunds(stripe, { accountId, paymentId })
  const isOfInvoice = sql`${bought.subscriptionId} = ${subscriptionId} AND ${bought.accountId} = ${accountId}`
  const paid = { id, amount, currency, paidAt: toMillis(times.paid_at ?? invoice.created) }
  return [
    // It comes first: what is stored then says that the receipt was sent.
    ...(paid.paidAt > now - newsDuration ? [mailReceipt(paid, now, sql`${isOfInvoice} AND NOT ${isStored(id)}`)] : []),
    insertSelect(
      p,
      {
        ...paid,
        ...{ subscriptionId: bought.id, memberId: bought.memberId, paymentId },
        periodStart: toMillis(Math.min(...periods.map(({ start }) => start))),
        periodEnd: toMillis(Math.max(...periods.map(({ end }) => end))),
      },
      sql`FROM ${bought} WHERE ${isOfInvoice} ON CONFLICT DO NOTHING`,
    ),
    ...(paymentId !== null && back.length > 0 ? [queueRefundReading({ id, accountId, paymentId }, now)] : []),
  ]
}

/** What a person has paid for a membership, and where. */
export const findPayment = (db: Database, which: SQL) =>
  readFirst(
    db,
    db
      .select({
        ...{ id: p.id, amount: p.amount, currency: p.currency, memberId: p.memberId, platform: bought.platform },
        ...{ refused: p.refused, refusals: p.refusals },
        ...{ boughtId: p.subscriptionId, teamId: bought.teamId, accountId: bought.accountId },
        name: sql<string>`${memberships.name}`.as('membership_name'),
        team: sql<string>`${communities.name}`.as('team_name'),
      })
      .from(p)
      .innerJoin(bought, eq(bought.id, p.subscriptionId))
      .innerJoin(memberships, eq(memberships.id, bought.membershipId))
      .innerJoin(communities, eq(communities.id, bought.teamId))
      .where(which),
  )

/** What of a payment could not go back, and which refund says so. */
type Refused = { refusal: Stripe.Refund; amount: number }

/** Reads what went back of a payment for a membership. The member is told, but for the rest that we give back at its end: that has its own email. */
export async function syncMembershipRefunds(reading: Reading, accountId: string, paymentId: string): Promise<Statement[]> {
  const { db, stripe, now } = reading
  const paid = await findPayment(db, sql`${p.paymentId} = ${paymentId} AND ${bought.accountId} = ${accountId}`)
  if (!paid) return []
  const all = await listRefunds(stripe, { accountId, paymentId })
  const back = all.filter(isAccepted)
  const refunded = sumOf(back)
  // What the host has given by hand, they do not owe.
  const isOpen = ({ id }: Stripe.Refund) => paid.refusals[id] !== 'byHand'
  const refused = refusedOf(all.filter(isOpen))
  const refusal = all.find((refund) => !isAccepted(refund) && isOpen(refund))
  const refusals = Object.fromEntries(
    all.filter((refund) => !isAccepted(refund)).map((refund) => [refund.id, isOpen(refund) ? ('owed' as const) : ('byHand' as const)]),
  )
  // The host may have noted it since this was read.
  const isAsRead = sql`${p.refusals} = ${JSON.stringify(paid.refusals)}`
  const isOlder = sql`${p.refundsReadAt} <= ${now}`
  const isNew = (which: SQL) => sql`EXISTS (SELECT 1 FROM ${p} WHERE ${p.id} = ${paid.id} AND ${which} AND ${isOlder})`
  const isOfHost = back.some(({ metadata, created }) => !metadata?.membershipSubscriptionId && toMillis(created) > now - newsDuration)
  const data = membershipRefundWords(paid, refunded)
  const mail = { id: `membership-refund:${paid.id}:${refunded}`, platform: paid.platform, template: { name: 'membership' as const, data } }
  return [
    ...(isOfHost ? [mailPerson(sql`${people.id} = ${paid.memberId}`, mail, { now, when: isNew(sql`${p.refunded} < ${refunded}`) })] : []),
    ...(refusal && refused > 0
      ? tellOfRefusal(paid, { refusal, amount: refused }, now, isNew(sql`${p.refused} < ${refused} AND ${isAsRead}`))
      : []),
    db
      .update(p)
      .set({
        refunded,
        ...refusedValues(p, sql`iif(${isAsRead}, ${refused}, ${p.refused})`, now),
        refusals: sql`iif(${isAsRead}, ${JSON.stringify(refusals)}, ${p.refusals})`,
        refundsReadAt: now,
      })
      .where(and(eq(p.id, paid.id), isOlder)),
  ]
}

type Paid = NonNullable<Awaited<ReturnType<typeof findPayment>>>

/** A bank did not take what went back: the member must not wait for it, and those who manage the money have it again. It comes before what is stored. */
function tellOfRefusal(paid: Paid, { refusal, amount }: Refused, now: number, isNews: SQL): Statement[] {
  const { id, boughtId, teamId, accountId, memberId, platform, name, currency } = paid
  const data = membershipRefusedWords({ ...paid, amount })
  return [
    ...tellManagersOf(
      { teamId, accountId, paymentId: boughtId },
      {
        id: `refund-failed:${refusal.id}`,
        fact: { kind: 'refund-failed', of: 'membership', refundId: id },
        words: refundFailedWords('membership', { title: name, amount, currency }),
      },
      now,
      isNews,
    ),
    mailPerson(
      sql`${people.id} = ${memberId}`,
      { id: `membership-refused:${refusal.id}`, platform, template: { name: 'membership', data } },
      { now, when: isNews },
    ),
  ]
}
