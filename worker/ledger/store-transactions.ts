import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import { currencies } from '../../domain/money.ts'
import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { day } from '../../domain/time/spans.ts'
import { duesAsked, duesPaid, refundsOfDues } from '../dues/shared.ts'
import { games } from '../events/shared.ts'
import { paidForms, refundsOfForms } from '../forms/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { isJobKnown } from '../jobs/queries.ts'
import { paidMemberships } from '../memberships/paid-memberships.ts'
import { boughtMemberships } from '../memberships/shared.ts'
import { refundsOfSales as refunds, sales } from '../orders/shared.ts'
import { tellHost } from '../payments/tell-host.ts'
import type { MessageInsert, Statement } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import { seasonGames } from '../seasons/shared.ts'
import type { readPayout, Transaction } from './read-transaction.ts'
import { ledgerEntries as entries, payouts } from './schema.ts'

export type Account = { accountId: string; userId: string }

const known = alias(entries, 'known')
const sale = alias(sales, 'sale')
const paid = alias(sales, 'paid')
const g = alias(games, 'g')
const due = alias(duesPaid, 'due')
const paidDue = alias(duesPaid, 'paid_due')
const asked = alias(duesAsked, 'asked')
const form = alias(paidForms, 'form')
const knownForm = alias(paidForms, 'known_form')

const field = (name: string): SQL => sql`incoming.value->>${sql.raw(`'${name}'`)}`

/**
 * The statements that add transactions to the ledger. Those that are there already change nothing. Triggers add up the sums, so both are
 * always in one transaction.
 */
export function storeTransactions({ accountId, userId }: Account, transactions: readonly Transaction[], now: number): Statement[] {
  if (transactions.length === 0) return []
  const incoming = sql`json_each(${JSON.stringify(transactions)}) incoming`
  const paymentId = field('paymentId')
  const orderId = sql`coalesce(
    (SELECT ${paid.id} FROM ${sales} ${paid} WHERE ${paid.paymentId} = ${paymentId}),
    ${field('orderId')},
    (SELECT ${known.orderId} FROM ${entries} ${known} WHERE ${known.paymentId} = ${paymentId} AND ${known.orderId} IS NOT NULL LIMIT 1))`
  // A refund names no payment of dues, but the payment at Stripe that it belongs to does.
  const duePaymentId = sql`coalesce((SELECT ${paidDue.id} FROM ${duesPaid} ${paidDue} WHERE ${paidDue.paymentId} = ${paymentId}), ${field('duePaymentId')})`
  const formPaymentId = sql`coalesce((SELECT ${knownForm.id} FROM ${paidForms} ${knownForm} WHERE ${knownForm.paymentId} = ${paymentId}), ${field('formPaymentId')})`
  // What goes back of a membership is in the books that have its payment.
  const teamOfPayment = sql`(SELECT ${known.teamId} FROM ${entries} ${known} WHERE ${known.paymentId} = ${paymentId} AND ${known.teamId} IS NOT NULL LIMIT 1)`
  const isOfAccount = sql`${sale.accountId} = ${accountId}`
  const listed = { incoming, accountId, now }
  return [
    insertSelect(
      entries,
      {
        id: field('id'),
        ...{ accountId, userId },
        kind: field('kind'),
        gross: field('gross'),
        stripeFee: field('stripeFee'),
        ourFee: field('ourFee'),
        net: field('net'),
        currency: field('currency'),
        month: field('month'),
        createdAt: field('createdAt'),
        availableAt: field('availableAt'),
        paymentId,
        orderId: sale.id,
        eventId: g.id,
        teamId: sql`coalesce(${g.teamId}, ${asked.teamId}, ${form.teamId}, ${field('teamId')}, ${teamOfPayment})`,
        seasonId: seasonGames.seasonId,
      },
      sql`FROM ${incoming} LEFT JOIN ${sales} ${sale} ON ${sale.id} = ${orderId} AND ${isOfAccount}
        LEFT JOIN ${games} ${g} ON ${g.id} = ${sale.eventId} LEFT JOIN ${seasonGames} ON ${seasonGames.eventId} = ${sale.eventId}
        LEFT JOIN ${duesPaid} ${due} ON ${due.id} = ${duePaymentId} AND ${due.accountId} = ${accountId}
        LEFT JOIN ${duesAsked} ${asked} ON ${asked.id} = ${due.dueId}
        LEFT JOIN ${paidForms} ${form} ON ${form.id} = ${formPaymentId} AND ${form.accountId} = ${accountId}
        WHERE true ON CONFLICT DO NOTHING`,
    ),
    // An event of Stripe that was lost, or is late: the list says that somebody has paid.
    putRowsInOutbox(
      'money',
      sql`SELECT 'take-payment:' || ${sale.id} AS id,
          json_object('kind', ${'take-payment' satisfies MoneyWork['kind']}, 'orderId', ${sale.id}, 'paymentId', ${paymentId}) AS body
        FROM ${incoming} CROSS JOIN ${sales} ${sale} ON ${sale.id} = ${field('orderId')} AND ${isOfAccount}
        WHERE ${field('isPaid')} = 1 AND ${sale.state} <> 'paid' AND ${sale.amount} = ${field('gross')} AND ${sale.currency} = ${field('currency')}`,
      { now },
    ),
    // The same for dues and forms.
    takeListed('take-due-payment', [duesPaid, due], field('duePaymentId'), listed),
    takeListed('take-form-payment', [paidForms, form], field('formPaymentId'), listed),
    // The same for a dispute. What we know of it may be older than this transaction.
    putRowsInOutbox(
      'money',
      sql`SELECT 'sync-dispute:' || (${field('id')}) AS id,
          json_object('kind', ${'sync-dispute' satisfies MoneyWork['kind']}, 'accountId', ${accountId}, 'disputeId', ${field('disputeId')}) AS body
        FROM ${incoming} WHERE ${field('disputeId')} IS NOT NULL AND NOT ${isJobKnown(sql`'sync-dispute:' || (${field('id')})`)}`,
      { now },
    ),
    // The same for money that went back at Stripe, or could not.
    ...syncRefundsIn(listed),
  ]
}

type Listed = { incoming: SQL; accountId: string; now: number }
type Named = [SQLiteTable, Record<'id' | 'accountId' | 'paymentId' | 'state' | 'amount' | 'currency', SQLWrapper> & SQLWrapper]

/** Lets the queue read refunds of all kinds of payments. */
const syncRefundsIn = (listed: Listed): MessageInsert[] => [
  syncListed([sales, sale], refunds, listed),
  syncListed([duesPaid, due], refundsOfDues, listed),
  syncListed([paidForms, form], refundsOfForms, listed),
  // The refunds of memberships have no rows, so each is read once more.
  putRowsInOutbox(
    'money',
    sql`SELECT 'sync-refunds:' || (${field('id')}) AS id,
        json_object('kind', ${'sync-refunds' satisfies MoneyWork['kind']}, 'accountId', ${listed.accountId}, 'paymentId', ${field('paymentId')}) AS body
      FROM ${listed.incoming} CROSS JOIN ${paidMemberships} ON ${paidMemberships.paymentId} = ${field('paymentId')}
      JOIN ${boughtMemberships} ON ${boughtMemberships.id} = ${paidMemberships.subscriptionId} AND ${boughtMemberships.accountId} = ${listed.accountId}
      WHERE ${field('refundId')} IS NOT NULL AND NOT ${isJobKnown(sql`'sync-refunds:' || (${field('id')})`)}`,
    { now: listed.now },
  ),
]

/** The same for refunds that have moved no money yet, of which there are no transactions. */
export function syncListedRefunds(accountId: string, all: readonly Stripe.Refund[], now: number): Statement[] {
  const rows = all.map(({ id, payment_intent: paymentId, status }) => ({
    ...{ id, paymentId, refundId: id },
    isRefundFailure: status === 'failed' || status === 'canceled',
  }))
  return syncRefundsIn({ incoming: sql`json_each(${JSON.stringify(rows)}) incoming`, accountId, now })
}

/** Lets the queue store payments that Stripe lists, and of which no event has told. */
const takeListed = (
  kind: 'take-due-payment' | 'take-form-payment',
  [payments, payment]: Named,
  id: SQL,
  { incoming, accountId, now }: Listed,
): MessageInsert =>
  putRowsInOutbox(
    'money',
    sql`SELECT ${kind} || ':' || ${payment.id} AS id, json_object('kind', ${kind}, 'id', ${payment.id}, 'paymentId', ${field('paymentId')}) AS body
      FROM ${incoming} CROSS JOIN ${payments} ${payment} ON ${payment.id} = ${id} AND ${payment.accountId} = ${accountId}
      WHERE ${field('isPaid')} = 1 AND ${payment.state} IN ('open', 'ended') AND ${payment.amount} = ${field('gross')}
        AND ${payment.currency} = ${field('currency')}`,
    { now },
  )

/** Lets the queue read refunds that Stripe lists, and of which no event has told. */
const syncListed = (
  [payments, payment]: Named,
  back: SQLiteTable & Record<'stripeId' | 'state', SQLWrapper>,
  { incoming, accountId, now }: Listed,
): MessageInsert =>
  putRowsInOutbox(
    'money',
    sql`SELECT 'sync-refunds:' || (${field('id')}) AS id,
        json_object('kind', ${'sync-refunds' satisfies MoneyWork['kind']}, 'accountId', ${accountId}, 'paymentId', ${field('paymentId')}) AS body
      FROM ${incoming} CROSS JOIN ${payments} ${payment} ON ${payment.paymentId} = ${field('paymentId')} AND ${payment.accountId} = ${accountId}
      WHERE ${field('refundId')} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${back}
        WHERE ${back.stripeId} = ${field('refundId')} AND iif(${field('isRefundFailure')}, ${back.state} = 'failed', ${back.state} <> 'due'))`,
    { now },
  )

type Payout = ReturnType<typeof readPayout>

/** Hosts know what has failed before this. */
const newsLifetime = 30 * day

/** Tells the host that a payout has failed, if we did not know it. */
function tellOfFailed({ accountId: stripeId, userId }: Account, { id, amount, createdAt, ...payout }: Payout, now: number): Statement[] {
  const currency = currencies.find((known) => known === payout.currency)
  return tellHost(
    { news: 'payout-failed', userId, stripeId, at: createdAt, payout: currency && { id, amount, currency } },
    { now },
    sql`NOT EXISTS (SELECT 1 FROM ${payouts} WHERE ${payouts.id} = ${id} AND ${payouts.state} = 'failed')`,
  )
}

/** The statements that store payouts as they are now. */
export function storePayouts({ accountId, userId }: Account, all: readonly Payout[], now: number): Statement[] {
  if (all.length === 0) return []
  const failed = all.filter(({ state, createdAt }) => state === 'failed' && createdAt > now - newsLifetime)
  return [
    ...failed.flatMap((payout) => tellOfFailed({ accountId, userId }, payout, now)),
    insertSelect(
      payouts,
      {
        id: field('id'),
        ...{ accountId, userId },
        amount: field('amount'),
        currency: field('currency'),
        state: field('state'),
        arrivesAt: field('arrivesAt'),
        createdAt: field('createdAt'),
        failure: field('failure'),
        isListed: field('isListed'),
      },
      sql`FROM json_each(${JSON.stringify(all)}) incoming WHERE true ${onConflictUpdate(payouts, ['id'], {
        state: excluded(payouts.state),
        arrivesAt: excluded(payouts.arrivesAt),
        failure: excluded(payouts.failure),
        isListed: excluded(payouts.isListed),
      })}`,
    ),
  ]
}
