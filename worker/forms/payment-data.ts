import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { communities } from '../teams/shared.ts'
import { closeFormPagesOfPerson } from './queue-form-settling.ts'
import { submissionPayments as p, submissionRefunds as refunds } from './schema.ts'

const team = alias(communities, 'team')
const lawful = 'The law asks us to keep what was paid for years. The row refers to the account, which has no name any longer.'

/** What was paid stays paid when an account is deleted. Pages that are open are closed. Put it before the submissions. */
export const formPaymentData: PersonData = {
  feature: 'form-payments',
  tables: { submission_payments: ['user_id', 'payee_id'] },
  keptColumns: { 'submission_payments.user_id': lawful, 'submission_payments.payee_id': lawful },
  erase: (userId, now) => [closeFormPagesOfPerson(userId, now)],
  export: (db, userId) =>
    readParts(db, {
      'form-payments': selectAs(
        {
          ...{ community: team.name, title: p.title, method: p.method, state: p.state, amount: p.amount, currency: p.currency },
          ...{ refunded: p.refunded, parts: p.parts, createdAt: p.createdAt, paidAt: p.paidAt },
        },
        sql`FROM ${p} JOIN ${communities} ${team} ON ${team.id} = ${p.teamId} WHERE ${p.userId} = ${userId} AND ${p.userId} IS NOT NULL
          ORDER BY ${p.createdAt}`,
      ),
      'form-payments-back': selectAs(
        {
          title: p.title,
          amount: refunds.amount,
          reason: refunds.reason,
          state: refunds.state,
          waitsFor: refunds.waitsFor,
          createdAt: refunds.createdAt,
        },
        sql`FROM ${refunds} JOIN ${p} ON ${p.id} = ${refunds.submissionPaymentId} WHERE ${p.userId} = ${userId} AND ${p.userId} IS NOT NULL
          ORDER BY ${refunds.createdAt}`,
      ),
    }),
}
