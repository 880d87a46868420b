import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { LedgerOwner } from '../../domain/ledger/contract.ts'
import { payoutSources } from '../../domain/ledger/payout-sources.ts'
import { duesPaid } from '../dues/shared.ts'
import { paidForms } from '../forms/shared.ts'
import { paidMemberships } from '../memberships/paid-memberships.ts'
import { boughtMemberships } from '../memberships/shared.ts'
import { ledgerEntries as entries, payouts } from './schema.ts'

export const due = alias(duesPaid, 'due')
export const form = alias(paidForms, 'form')
export const membership = alias(paidMemberships, 'membership')
export const bought = alias(boughtMemberships, 'bought')
const whole = alias(payouts, 'whole')

/** The entries of a payout. Stripe lists the payout itself among them, which is no part of it. */
export const isPartOf = (payoutId: string): SQL =>
  sql`${entries.payoutId} = ${payoutId}
    AND NOT (${entries.kind} = 'payout' AND ${entries.gross} = -(SELECT ${whole.amount} FROM ${payouts} ${whole} WHERE ${whole.id} = ${payoutId}))`

/** Those that are the money of this owner. */
export const isInPayout = (owner: LedgerOwner, payoutId: string): SQL =>
  sql`${isPartOf(payoutId)} AND ${owner.kind === 'user' ? entries.userId : entries.teamId} = ${owner.id}`

/**
 * Finds what each entry was paid for. A game is in the entry; the others are found by the payment at Stripe. Each payment is unique there, so
 * an entry never comes twice.
 */
export const fromEntriesWithSource = sql`FROM ${entries}
  LEFT JOIN ${duesPaid} ${due} ON ${entries.eventId} IS NULL AND ${due.paymentId} = ${entries.paymentId} AND ${due.accountId} = ${entries.accountId}
  LEFT JOIN ${paidForms} ${form} ON ${entries.eventId} IS NULL AND ${form.paymentId} = ${entries.paymentId} AND ${form.accountId} = ${entries.accountId}
  LEFT JOIN ${paidMemberships} ${membership} ON ${entries.eventId} IS NULL AND ${membership.paymentId} = ${entries.paymentId}
  LEFT JOIN ${boughtMemberships} ${bought} ON ${bought.id} = ${membership.subscriptionId} AND ${bought.accountId} = ${entries.accountId}`

export const sourceKind = sql`CASE WHEN ${entries.kind} = 'payout' THEN 'bank' WHEN ${entries.eventId} IS NOT NULL THEN 'game'
  WHEN ${due.id} IS NOT NULL THEN 'dues' WHEN ${form.id} IS NOT NULL THEN 'form' WHEN ${bought.id} IS NOT NULL THEN 'membership'
  WHEN ${entries.kind} IN ('fee', 'other') THEN ${entries.kind} WHEN ${entries.teamId} IS NOT NULL THEN 'unmatched' ELSE 'elsewhere' END`

export const sourceId = sql`iif(${entries.kind} = 'payout', '', coalesce(${entries.eventId}, ${due.dueId}, ${form.formId}, ${bought.membershipId}, ''))`

/** The place of a kind in `payoutSources`. */
export const rankOf = (kind: SQL): SQL =>
  sql`CASE ${kind} ${sql.join(
    payoutSources.map((source, rank) => sql`WHEN ${sql.raw(`'${source}'`)} THEN ${sql.raw(String(rank))}`),
    sql.raw(' '),
  )} END`
