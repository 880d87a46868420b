import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { NoticeFact } from '../../domain/notifications/facts.ts'
import { giveMoreTime } from '../events/settle-paying.ts'
import { entries } from '../events/shared.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { first, isOwed, isOwedOn } from './balance-left.ts'
import { orders } from './schema.ts'

const entry = alias(entries, 'entry')

/** For the batch that stores that people can pay on this account again: who must pay now has time to do so, and is told. */
export const reopenBalances = (accountId: string, now: number, when: SQL): (SQL | MessageInsert)[] => [
  notifyOfRows(
    sql`SELECT ${`balance-open:${now}:`} || ${first.id} AS id,
        json_object('kind', ${'balance-unpaid' satisfies NoticeFact['kind']}, 'orderId', ${first.id}, 'news', 'open') AS fact
      FROM ${orders} ${first} CROSS JOIN ${entries} ${entry} ON ${entry.id} = ${first.joinerId} AND ${entry.state} = 'paying'
      WHERE ${first.accountId} = ${accountId} AND ${isOwed(first)} AND ${when}`,
    { now },
  ),
  giveMoreTime(now, sql`${isOwedOn(accountId, entries.id)} AND ${when}`),
]
