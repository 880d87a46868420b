import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { defaultPlatform } from '../../domain/platforms.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { communities } from '../teams/shared.ts'
import { duePayments, dues } from './schema.ts'

const payer = alias(people, 'payer')
const team = alias(communities, 'team')

/** Mails the receipt of dues that were paid in this batch, once. */
export function mailReceipt(id: string, now: number): MessageInsert {
  const data = sql`json_object('username', ${nameToShowSql(payer)}, 'number', ${duePayments.id}, 'title', ${dues.title}, 'team', ${team.name},
    'amount', ${duePayments.amount}, 'currency', ${duePayments.currency}, 'paidAt', ${duePayments.paidAt}, 'teamId', ${team.id})`
  return putRowsInOutbox(
    'mail',
    sql`SELECT 'due-receipt:' || ${duePayments.id} AS id, json_object('platform', ${defaultPlatform}, 'to', ${payer.email}, 'template',
        json_object('name', 'due-receipt', 'data', ${data})) AS body
      FROM ${duePayments} JOIN ${dues} ON ${dues.id} = ${duePayments.dueId} JOIN ${communities} ${team} ON ${team.id} = ${dues.teamId}
      JOIN ${people} ${payer} ON ${payer.id} = ${duePayments.userId} AND ${payer.deletedAt} IS NULL
      WHERE ${duePayments.id} = ${id} AND ${duePayments.state} = 'paid' AND ${duePayments.paidAt} = ${now}`,
    { now },
  )
}
