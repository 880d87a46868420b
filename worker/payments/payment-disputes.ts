import { and, type Column, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import type { NoticeFact } from '../../domain/notifications/facts.ts'
import { disputedKinds } from '../../domain/orders/disputes.ts'
import { disputeWords, type MoneyNews } from '../../domain/orders/money-news.ts'
import { defaultPlatform } from '../../domain/platforms.ts'
import { people } from '../accounts/shared.ts'
import { p as duePayment, queueSettling } from '../dues/queue-settling.ts'
import { duesAsked, duesPaid } from '../dues/shared.ts'
import { p as formPayment, queueFormSettling } from '../forms/queue-form-settling.ts'
import { paidForms } from '../forms/shared.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { queueRestOf } from '../memberships/queue-ends.ts'
import { boughtMemberships, membershipsSold } from '../memberships/shared.ts'
import { notifyOf } from '../notifications/commands.ts'
import { readFirst, type Statement } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asOneOf, asText, type RowOf, select, selectFields } from '../platform/row-query.ts'
import { mayDo } from '../teams/may-do.ts'
import { communityMembers } from '../teams/shared.ts'
import { callStripe } from './call-stripe.ts'
import { openDisputeBook, selectShownDispute } from './dispute-book.ts'
import { payoutAccounts, paymentDisputes as table } from './schema.ts'
import { subscriptionOfInvoice } from './sync-invoice.ts'

type Reading = { db: Database; stripe: Stripe; now: number }

const manager = alias(communityMembers, 'manager')

type Payee = { teamId: string; accountId: string }

/** The platform on which dues, a form or a membership was paid. Their ids are never the same. */
const platformOf = (
  paymentId: string,
): SQL => sql`coalesce((SELECT ${duesPaid.platform} FROM ${duesPaid} WHERE ${duesPaid.id} = ${paymentId}),
  (SELECT ${paidForms.platform} FROM ${paidForms} WHERE ${paidForms.id} = ${paymentId}),
  (SELECT ${boughtMemberships.platform} FROM ${boughtMemberships} WHERE ${boughtMemberships.id} = ${paymentId}), ${defaultPlatform})`

/** Everyone who manages the money of a community, and whoever is paid on this account, as rows of `userId`. */
export const selectManagersOf = ({ teamId, accountId }: Payee): SQL =>
  sql`SELECT ${payoutAccounts.userId} AS userId FROM ${payoutAccounts} WHERE ${payoutAccounts.stripeId} = ${accountId}
    UNION SELECT ${manager.userId} AS userId FROM ${communityMembers} ${manager} WHERE ${manager.teamId} = ${teamId} AND ${mayDo(manager, 'billing.manage')}`

const isPaidBy = (row: typeof duesPaid | typeof paidForms, accountId: string, paymentId: string, ownId: string | undefined): SQL =>
  sql`${row.accountId} = ${accountId} AND (${row.paymentId} = ${paymentId} OR (${row.paymentId} IS NULL AND ${row.id} = ${ownId ?? ''}))`

/** What was paid for, if it is dues or a form. The event of the payment may arrive later, so the row may not know its payment yet. */
export const selectPaid = (accountId: string, { id, metadata }: Pick<Stripe.PaymentIntent, 'id' | 'metadata'>) =>
  select(
    { kind: asOneOf(disputedKinds), paymentId: asText, teamId: asText, title: asText, accountId: asText },
    sql`SELECT 'dues' AS kind, ${duesPaid.id} AS paymentId, ${duesAsked.teamId} AS teamId, ${duesAsked.title} AS title, ${duesPaid.accountId} AS accountId
        FROM ${duesPaid} JOIN ${duesAsked} ON ${duesAsked.id} = ${duesPaid.dueId} WHERE ${isPaidBy(duesPaid, accountId, id, metadata.duePaymentId)}
      UNION ALL SELECT 'form', ${paidForms.id}, ${paidForms.teamId}, ${paidForms.title}, ${paidForms.accountId}
        FROM ${paidForms} WHERE ${isPaidBy(paidForms, accountId, id, metadata.submissionPaymentId)}`,
  )
type Found = RowOf<ReturnType<typeof selectPaid>>
type Paid = Found & { intentId: string | null }

/** A payment does not name its membership, so Stripe is asked. Call this only for an account that has sold memberships. */
export async function findMembershipPaid({ db, stripe }: Reading, accountId: string, paymentId: string): Promise<Found | undefined> {
  const isOfAccount = eq(boughtMemberships.accountId, accountId)
  const options = { stripeAccount: accountId }
  const payment = { type: 'payment_intent', payment_intent: paymentId } as const
  const { data } = await callStripe(stripe.invoicePayments.list({ payment, limit: 1, expand: ['data.invoice'] }, options))
  const invoice = data[0]?.invoice
  if (typeof invoice !== 'object' || invoice === null || invoice.deleted) return undefined
  const subscriptionId = subscriptionOfInvoice(invoice)
  if (subscriptionId === null) return undefined
  const find = (which: SQL) => readFirst(db, selectMembership(and(isOfAccount, which)))
  const found = await find(eq(boughtMemberships.subscriptionId, subscriptionId))
  if (found) return found
  // No event has told that it was bought.
  const { metadata } = await callStripe(stripe.subscriptions.retrieve(subscriptionId, {}, options))
  return metadata.membershipSubscriptionId ? find(eq(boughtMemberships.id, metadata.membershipSubscriptionId)) : undefined
}

/** Whether anybody has bought a membership on this account. */
export const hasSoldMemberships = async (db: Database, accountId: string): Promise<boolean> =>
  (await readFirst(
    db,
    db.select({ id: boughtMemberships.id }).from(boughtMemberships).where(eq(boughtMemberships.accountId, accountId)).limit(1),
  )) !== undefined

/** Whether a bank has decided since then about a membership that was paid on this account. What is left of it goes back then. */
export async function hasDecidedDispute(db: Database, accountId: string, since: number): Promise<boolean> {
  const found = await readFirst(
    db,
    select(
      { id: asText },
      sql`SELECT ${table.id} AS id FROM ${boughtMemberships} CROSS JOIN ${table} ON ${table.paymentId} = ${boughtMemberships.id}
        WHERE ${boughtMemberships.accountId} = ${accountId} AND ${table.closedAt} > ${since} LIMIT 1`,
    ),
  )
  return found !== undefined
}

const selectMembership = (which: SQL | undefined) =>
  select(
    { kind: asOneOf(disputedKinds), paymentId: asText, teamId: asText, title: asText, accountId: asText },
    sql`SELECT 'membership' AS kind, ${boughtMemberships.id} AS paymentId, ${boughtMemberships.teamId} AS teamId, ${membershipsSold.name} AS title,
          ${boughtMemberships.accountId} AS accountId
        FROM ${boughtMemberships} JOIN ${membershipsSold} ON ${membershipsSold.id} = ${boughtMemberships.membershipId} WHERE ${which}`,
  )

type News = { id: string; fact: NoticeFact; words: MoneyNews }

/** Tells them what is new, in the batch that stores it: in the app, on their devices and by an email that has no topic. */
export function tellManagersOf(payment: Payee & { paymentId: string }, { id, fact, words }: News, now: number, when: SQL): Statement[] {
  const platform = platformOf(payment.paymentId)
  return [
    notifyOf(fact, { id, now, platform }, when),
    mailPerson(
      sql`${people.id} IN (${selectManagersOf(payment)}) AND ${people.emailVerifiedAt} IS NOT NULL`,
      { id: sql`${`mail:${id}:`} || ${people.id}`, template: { name: 'money-news', data: words }, platform },
      { now, when },
    ),
  ]
}

/** The disputes about dues, forms and memberships. */
export const paymentDisputes = openDisputeBook<Paid>({
  table,
  columnsOf: ({ kind, paymentId, intentId, teamId, title }) => [
    [table.kind, kind],
    [table.paymentId, paymentId],
    [table.intentId, intentId],
    [table.teamId, teamId],
    [table.title, title],
  ],
  selectDisputes: (which, limit) => selectPaymentDisputes(sql`${which} LIMIT ${limit}`),
  tell: (news, { dispute, payment }, now, when) => {
    const fact = { kind: 'payment-disputed', disputeId: dispute.id, news } as const
    return tellManagersOf(
      payment,
      { id: `dispute-${news}:${dispute.id}`, fact, words: disputeWords(news, { ...dispute, ...payment }) },
      now,
      when,
    )
  },
  queueRefunds: ({ kind, paymentId }, key, now) => {
    if (kind === 'dues') return [queueSettling(sql`${duePayment.id} = ${paymentId}`, key, now)]
    if (kind === 'form') return [queueFormSettling(sql`${formPayment.id} = ${paymentId}`, key, now)]
    return [queueRestOf(paymentId, key, now)]
  },
})

/** What a bank does with this payment for a membership. */
export const disputeOfMembership = (subscriptionId: Column, intentId: Column): SQL =>
  selectShownDispute(table, sql`${table.paymentId} = ${subscriptionId} AND ${table.intentId} = ${intentId}`)

/** The disputes that `which` chooses, with what was paid for. */
const selectPaymentDisputes = (which: SQL | undefined) =>
  selectFields(
    {
      ...{ id: table.id, amount: table.amount, currency: table.currency, respondBy: table.respondBy, state: table.state },
      ...{
        kind: table.kind,
        paymentId: table.paymentId,
        intentId: table.intentId,
        teamId: table.teamId,
        title: table.title,
        accountId: table.accountId,
      },
    },
    sql`FROM ${table} WHERE ${which}`,
  )

/** Stores a dispute about dues, a form or a membership. Null if the payment is for something else. */
export async function syncPaymentDispute(
  reading: Reading,
  accountId: string,
  payment: Stripe.PaymentIntent,
  dispute: Stripe.Dispute,
): Promise<Statement[] | null> {
  const paid =
    (await readFirst(reading.db, selectPaid(accountId, payment))) ??
    ((await hasSoldMemberships(reading.db, accountId)) ? await findMembershipPaid(reading, accountId, payment.id) : undefined)
  return paid ? paymentDisputes.store(reading.now, { ...paid, intentId: payment.id }, dispute) : null
}

/** Reads all disputes about a payment for dues or a form, for example because Stripe has refused to give it back. */
export async function syncDisputesOfPayment(
  { db, stripe, now }: Reading,
  { accountId, paymentId }: { accountId: string; paymentId: string | null },
): Promise<Statement[]> {
  if (paymentId === null) return []
  const paid = await readFirst(db, selectPaid(accountId, { id: paymentId, metadata: {} }))
  if (!paid) return []
  const listed = await callStripe(stripe.disputes.list({ payment_intent: paymentId, limit: 10 }, { stripeAccount: accountId }))
  return listed.data.flatMap((dispute) => paymentDisputes.store(now, { ...paid, intentId: paymentId }, dispute))
}

/** A dispute with what a notice about it says, and who gets it. */
export async function findPaymentDispute(db: Database, id: string) {
  const found = await readFirst(db, selectPaymentDisputes(eq(table.id, id)))
  return found && { ...found, managers: selectManagersOf(found) }
}
