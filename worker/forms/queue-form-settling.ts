import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { openSettling } from '../payments/settling.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { submissionPayments, submissionRefunds } from './schema.ts'

/** The payments that `queueFormSettling` is about. */
export const p = alias(submissionPayments, 'p')
const r = alias(submissionRefunds, 'r')

const settling = openSettling({
  kind: 'settle-form-payment',
  payments: [submissionPayments, p],
  refunds: [submissionRefunds, r],
  ofPayment: r.submissionPaymentId,
})

export const queueFormSettling = settling.queue
export const closeFormPagesOnAccount = settling.closePagesOnAccount
export const sweepFormPayments = settling.sweep
export const sendFormRefundsAgain = settling.sendAgain
export const owesFormPayments = settling.owes
export const selectStuckFormPayments = settling.selectStuck

/** For each batch after which nobody may pay for a submission any longer. */
export const closePageOfSubmission = (submissionId: string, now: number, when: SQL = sql`1`): MessageInsert =>
  settling.closePages(sql`${p.submissionId} = ${submissionId} AND ${when}`, now)

/** For the batch that deletes a community. */
export const closeFormPagesOfTeam = (teamId: string, now: number, when: SQL): MessageInsert =>
  settling.closePages(sql`${p.teamId} = ${teamId} AND ${when}`, now)

/** For the batch that deletes a person. */
export const closeFormPagesOfPerson = (userId: string, now: number): MessageInsert =>
  settling.closePages(sql`${p.userId} = ${userId} AND ${p.userId} IS NOT NULL`, now)
