import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import { day } from '../../domain/time/spans.ts'
import { isAccepted } from '../orders/send-refunds.ts'
import { columnNames } from '../platform/columns.ts'
import { asNumber, asText, select } from '../platform/row-query.ts'

type RefundTable = SQLiteTable & Record<'id' | 'amount' | 'state' | 'createdAt', Column>

/**
 * A bank did not take this refund, so whoever was paid has the money again, and can give it back by hand. `rest` is what is left of its
 * payment. The same rule is in `isForHand` of domain/orders/contract.ts.
 */
export const isRefused = (refunds: RefundTable, ofPayment: Column, rest: SQL): SQL =>
  sql`(${refunds.state} = 'failed' AND ${refunds.amount} <= ${rest} AND NOT EXISTS (SELECT 1 FROM ${refunds} later
    WHERE later.${columnNames(ofPayment)} = ${ofPayment} AND later.state <> 'failed' AND later.amount = ${refunds.amount}
      AND later.${columnNames(refunds.createdAt)} >= ${refunds.createdAt}))`

/** The id of the refund by hand that replaces one that a bank did not take. There is one at most. */
export const handIdOf = (refundId: string): string => `${refundId}:hand`

/**
 * What banks did not take of what went back of a payment, and nobody has sent again. `all` are its refunds, the newest first, as Stripe lists
 * them. Another try counts once.
 */
export const refusedOf = (all: readonly Stripe.Refund[]): number =>
  all.reduceRight((owed, refund) => (isAccepted(refund) ? Math.max(0, owed - refund.amount) : Math.max(owed, refund.amount)), 0)

/** What is stored of it in `refusedColumns`. */
export const refusedValues = ({ refusedAt }: Pick<RefusedColumns, 'refusedAt'>, refused: SQL, now: number) => ({
  refused,
  refusedAt: sql`iif(${refused} > 0, coalesce(${refusedAt}, ${now}), NULL)`,
})

type RefusedColumns = Record<'id' | 'currency' | 'refused' | 'refusedAt', Column>

/** What is older, people have settled between them. */
const refusedShown = 90 * day

/** For the operator: payments of which a bank did not take what went back. */
export const selectRefused = (payments: SQLiteTable & RefusedColumns, now: number, limit: number) =>
  select(
    { id: asText, amount: asNumber, currency: asText, refusedAt: asNumber },
    sql`SELECT ${payments.id} AS id, ${payments.refused} AS amount, ${payments.currency} AS currency, ${payments.refusedAt} AS refusedAt FROM ${payments}
      WHERE ${columnNames(payments.refused)} > 0 AND ${payments.refusedAt} > ${now - refusedShown} ORDER BY ${payments.refusedAt} LIMIT ${limit}`,
  )
