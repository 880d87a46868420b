import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type DisputeState, withholdingStates } from '../../domain/orders/disputes.ts'
import { countOpenDisputesOf } from '../orders/shared.ts'
import { literalList } from '../platform/columns.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { paymentDisputes, payoutAccounts, unlinkedAccounts } from './schema.ts'

const d = alias(paymentDisputes, 'd')

const heldStates: readonly DisputeState[] = [...withholdingStates, 'lost']

/** A bank has this payment for dues or for a form until it decides, or has given it back for good. Stripe gives nothing of it back. */
export const isAtBank = (paymentId: SQLWrapper | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${paymentDisputes} ${d} WHERE ${d.paymentId} = ${paymentId} AND ${d.state} IN ${literalList(heldStates)})`

export const selectIsAtBank = (paymentId: string) => select({ isAtBank: asBoolean }, sql`SELECT ${isAtBank(paymentId)} AS isAtBank`)

/** How many banks have decided about a payment for dues or a form, or about those for a membership. */
export const selectDecidedCount = (paymentId: string) =>
  select(
    { count: asNumber },
    sql`SELECT count(*) AS count FROM ${paymentDisputes} WHERE ${paymentDisputes.paymentId} = ${paymentId} AND ${paymentDisputes.closedAt} IS NOT NULL`,
  )

/** How many payments to this host are disputed, and not decided. */
export const selectOpenDisputesOf = (hostId: string) =>
  select(
    { count: asNumber },
    sql`SELECT ${countOpenDisputesOf(hostId)} + (SELECT count(*) FROM ${payoutAccounts}
      CROSS JOIN ${paymentDisputes} ON ${paymentDisputes.accountId} = ${payoutAccounts.stripeId} AND ${paymentDisputes.closedAt} IS NULL
      WHERE ${payoutAccounts.userId} = ${hostId}) AS count`,
  )

/** How many payments for dues, forms and memberships to this person are not decided, also on an account that they had before. */
export const countOtherDisputesOf = (userId: string): SQL =>
  sql`(SELECT count(*) FROM ${paymentDisputes} WHERE ${paymentDisputes.closedAt} IS NULL AND ${paymentDisputes.accountId} IN
    (SELECT ${payoutAccounts.stripeId} FROM ${payoutAccounts} WHERE ${payoutAccounts.userId} = ${userId}
      UNION SELECT ${unlinkedAccounts.stripeId} FROM ${unlinkedAccounts} WHERE ${unlinkedAccounts.userId} = ${userId}))`

/** A bank has not decided about a payment for dues, a form or a membership on this account. */
export const selectHasOpenDispute = (accountId: string) =>
  select(
    { isOpen: asBoolean },
    sql`SELECT EXISTS (SELECT 1 FROM ${paymentDisputes} WHERE ${paymentDisputes.accountId} = ${accountId} AND ${paymentDisputes.closedAt} IS NULL) AS isOpen`,
  )
