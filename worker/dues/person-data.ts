import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { communities } from '../teams/shared.ts'
import { closePagesOfPerson } from './queue-settling.ts'
import { duePayments, dueRefunds, dues } from './schema.ts'

const team = alias(communities, 'team')
const lawful = 'The law asks us to keep what was paid for years. The row refers to the account, which has no name any longer.'

/** What was paid stays paid when an account is deleted. Pages that are open are closed. */
export const dueData: PersonData = {
  feature: 'dues',
  tables: { due_payments: ['user_id', 'payee_id'] },
  keptColumns: { 'due_payments.user_id': lawful, 'due_payments.payee_id': lawful },
  erase: (userId, now) => [closePagesOfPerson(userId, now)],
  export: (db, userId) =>
    readParts(db, {
      dues: selectAs(
        {
          community: team.name,
          title: dues.title,
          method: duePayments.method,
          state: duePayments.state,
          amount: duePayments.amount,
          currency: duePayments.currency,
          refunded: duePayments.refunded,
          createdAt: duePayments.createdAt,
          paidAt: duePayments.paidAt,
        },
        sql`FROM ${duePayments} JOIN ${dues} ON ${dues.id} = ${duePayments.dueId} JOIN ${communities} ${team} ON ${team.id} = ${dues.teamId}
          WHERE ${duePayments.userId} = ${userId} ORDER BY ${duePayments.createdAt}`,
      ),
      'dues-paid-back': selectAs(
        {
          title: dues.title,
          amount: dueRefunds.amount,
          reason: dueRefunds.reason,
          state: dueRefunds.state,
          waitsFor: dueRefunds.waitsFor,
          createdAt: dueRefunds.createdAt,
        },
        sql`FROM ${dueRefunds} JOIN ${duePayments} ON ${duePayments.id} = ${dueRefunds.duePaymentId} JOIN ${dues} ON ${dues.id} = ${duePayments.dueId}
          WHERE ${duePayments.userId} = ${userId} ORDER BY ${dueRefunds.createdAt}`,
      ),
    }),
}
