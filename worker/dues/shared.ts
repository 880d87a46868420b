import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { expose } from '../platform/columns.ts'
import { duePayments, dueRefunds, dues } from './schema.ts'

/** What members have paid, and what went back of it, as far as other features may read them. */
export const duesPaid = expose(duePayments, 'id', 'dueId', 'userId', 'accountId', 'paymentId', 'state', 'amount', 'currency', 'platform')
export const duesAsked = expose(dues, 'id', 'teamId', 'title')
export const refundsOfDues = expose(dueRefunds, 'id', 'stripeId', 'state', 'duePaymentId', 'amount', 'waitsFor')

const settling = alias(duePayments, 'settling')

/** The person owes nothing: they have paid, do not have to, or got all of it back. */
export const isSettled = (dueId: SQLWrapper | string, userId: SQLWrapper | string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${duePayments} ${settling} WHERE ${settling.dueId} = ${dueId} AND ${settling.userId} = ${userId}
    AND ${settling.state} IN ('paid', 'refunded'))`

/** The people who are paying dues to this host: `payerId`. */
export const selectDuePayersOf = (hostId: string): SQL => sql`SELECT ${duePayments.userId} AS payerId FROM ${duePayments}
  WHERE ${duePayments.payeeId} = ${hostId} AND ${duePayments.payeeId} IS NOT NULL AND ${duePayments.state} = 'open'`
