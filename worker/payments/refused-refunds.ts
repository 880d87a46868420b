import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { columnNames } from '../platform/columns.ts'

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
