import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { DueReceipt } from '../../domain/dues/receipt.ts'
import { AppError } from '../../domain/errors.ts'
import type { Money } from '../../domain/money.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { type MessageInsert, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, computed, selectFields } from '../platform/row-query.ts'
import { communities } from '../teams/shared.ts'
import { membershipSubscriptions as bought, memberships, membershipPayments as p } from './schema.ts'

const payer = alias(people, 'payer')
const team = alias(communities, 'team')
const m = alias(memberships, 'm')

const withNames = sql`JOIN ${memberships} ${m} ON ${m.id} = ${bought.membershipId} JOIN ${communities} ${team} ON ${team.id} = ${bought.teamId}
  JOIN ${people} ${payer} ON ${payer.id} = ${bought.memberId} AND ${payer.deletedAt} IS NULL`

/** Mails the receipt of a payment for a membership. It must come before what stores the payment, and `isNew` must say that nothing has. */
export function mailReceipt(
  { id, amount, currency, paidAt }: Money & { id: string; paidAt: number },
  now: number,
  isNew: SQL,
): MessageInsert {
  const data = sql`json_object('username', ${nameToShowSql(payer)}, 'number', ${id}, 'title', ${m.name}, 'team', ${team.name},
    'amount', ${amount}, 'currency', ${currency}, 'paidAt', ${paidAt})`
  return putRowsInOutbox(
    'mail',
    sql`SELECT ${`membership-receipt:${id}`} AS id, json_object('platform', ${bought.platform}, 'to', ${payer.email}, 'template',
        json_object('name', 'membership-receipt', 'data', ${data})) AS body
      FROM ${bought} ${withNames} WHERE ${isNew}`,
    { now },
  )
}

/** The receipt of a payment for a membership, for the member who paid it. */
export async function readMembershipReceipt(db: Database, memberId: string, id: string): Promise<DueReceipt> {
  const receipt = await readFirst(
    db,
    selectFields(
      {
        ...{ number: p.id, title: m.name, amount: p.amount, currency: p.currency, paidAt: p.paidAt },
        ...{ payer: computed(nameToShowSql(payer), asText), team: computed(sql`${team.name}`, asText) },
      },
      sql`FROM ${p} JOIN ${bought} ON ${bought.id} = ${p.subscriptionId} ${withNames} WHERE ${p.id} = ${id} AND ${p.memberId} = ${memberId}`,
    ),
  )
  if (!receipt) throw new AppError('OrderNotFound')
  return { ...receipt, method: 'card' }
}
