import { type SQL, sql } from 'drizzle-orm'
import { expose } from '../platform/columns.ts'
import { submissionPayments as p, submissionRefunds, submissions } from './schema.ts'

/** What was paid for forms, and what went back of it, as far as other features may read them. */
export const paidForms = expose(
  p,
  'id',
  'formId',
  'submissionId',
  'teamId',
  'title',
  'userId',
  'accountId',
  'paymentId',
  'state',
  'amount',
  'currency',
  'platform',
)
export const refundsOfForms = expose(submissionRefunds, 'id', 'stripeId', 'state', 'submissionPaymentId', 'amount', 'waitsFor')

/** What was sent, while it is kept. */
export const keptSubmissions = expose(submissions, 'id')

/** The people who are paying this host for a form: `payerId`. Without an account, each submission counts as a person. */
export const selectFormPayersOf = (hostId: string): SQL => sql`SELECT coalesce(${p.userId}, ${p.submissionId}) AS payerId FROM ${p}
  WHERE ${p.payeeId} = ${hostId} AND ${p.payeeId} IS NOT NULL AND ${p.state} = 'open'`
