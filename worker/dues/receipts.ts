import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { DueReceipt } from '../../domain/dues/receipt.ts'
import { AppError } from '../../domain/errors.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { type MessageInsert, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, computed, selectFields } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { duePayments, dues } from './schema.ts'

const payer = alias(people, 'payer')
const team = alias(communities, 'team')

const fromPayments = sql`FROM ${duePayments} JOIN ${dues} ON ${dues.id} = ${duePayments.dueId} JOIN ${communities} ${team} ON ${team.id} = ${dues.teamId}
  JOIN ${people} ${payer} ON ${payer.id} = ${duePayments.userId} AND ${payer.deletedAt} IS NULL`

/** Money was paid, whatever happened to it later. What was noted by mistake was not. */
export const isMoneyPaid = sql`(${duePayments.state} IN ('paid', 'refunded', 'late') AND ${duePayments.method} <> 'waived')`

/** Mails the receipt of dues that were paid in this batch, once. */
export function mailReceipt(id: string, now: number): MessageInsert {
  const data = sql`json_object('username', ${nameToShowSql(payer)}, 'number', ${duePayments.id}, 'title', ${dues.title}, 'team', ${team.name},
    'amount', ${duePayments.amount}, 'currency', ${duePayments.currency}, 'paidAt', ${duePayments.paidAt}, 'teamId', ${team.id})`
  return putRowsInOutbox(
    'mail',
    sql`SELECT 'due-receipt:' || ${duePayments.id} AS id, json_object('platform', ${duePayments.platform}, 'to', ${payer.email}, 'template',
        json_object('name', 'due-receipt', 'data', ${data})) AS body
      ${fromPayments} WHERE ${duePayments.id} = ${id} AND ${duePayments.state} = 'paid' AND ${duePayments.paidAt} = ${now}`,
    { now },
  )
}

/** The receipt of dues, for the member who paid them. */
export async function readDueReceipt(db: Database, payerId: string, id: string): Promise<DueReceipt> {
  const receipt = await readFirst(
    db,
    selectFields(
      {
        ...{ number: duePayments.id, title: dues.title, amount: duePayments.amount, currency: duePayments.currency },
        ...{ method: duePayments.method, paidAt: computed(sql`${duePayments.paidAt}`, asNumber) },
        ...{ payer: computed(nameToShowSql(payer), asText), team: computed(sql`${team.name}`, asText) },
      },
      sql`${fromPayments} WHERE ${duePayments.id} = ${id} AND ${duePayments.userId} = ${payerId} AND ${isMoneyPaid}`,
    ),
  )
  if (!receipt) throw new AppError('OrderNotFound')
  return receipt
}
