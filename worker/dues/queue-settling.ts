import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { isInTeam } from '../teams/members.ts'
import { duePayments, dueRefunds, dues } from './schema.ts'

/** The payments that `queueSettling` is about. */
export const p = alias(duePayments, 'p')
const r = alias(dueRefunds, 'r')
const d = alias(dues, 'd')

/** Lets the queue do at Stripe what these payments `p` need: close a page, or send money back. `key` says on which occasion. */
export const queueSettling = (which: SQL, key: string, now: number): MessageInsert =>
  putRowsInOutbox(
    'money',
    sql`SELECT 'settle-due-payment:' || ${p.id} || ':' || ${key} AS id,
        json_object('kind', ${'settle-due-payment' satisfies MoneyWork['kind']}, 'id', ${p.id}) AS body
      FROM ${duePayments} ${p} WHERE ${which}`,
    { now },
  )

/** For each batch after which somebody no longer pays on a page that is open. */
const closePages = (which: SQL, now: number): MessageInsert => queueSettling(sql`${p.state} = 'open' AND ${which}`, `close:${now}`, now)

export const closePagesOfDue = (dueId: string, now: number, when: SQL = sql`1`): MessageInsert =>
  closePages(sql`${p.dueId} = ${dueId} AND ${when}`, now)

export const closePageOf = (dueId: string, userId: string, now: number, when: SQL): MessageInsert =>
  closePages(sql`${p.dueId} = ${dueId} AND ${p.userId} = ${userId} AND ${when}`, now)

const isOfTeam = (teamId: string): SQL => sql`${p.dueId} IN (SELECT ${d.id} FROM ${dues} ${d} WHERE ${d.teamId} = ${teamId})`

/** For the batch that deletes a community. */
export const closePagesOfTeam = (teamId: string, now: number, when: SQL): MessageInsert =>
  closePages(sql`${isOfTeam(teamId)} AND ${when}`, now)

/** For the batch in which somebody leaves a community. */
export const closePagesOfLeaver = (teamId: string, userId: string, now: number): MessageInsert =>
  closePages(sql`${p.userId} = ${userId} AND ${isOfTeam(teamId)} AND NOT ${isInTeam(teamId, userId)}`, now)

/** For the batch that unlinks an account on which a host is paid. */
export const closePagesOnAccount = (accountId: SQL | string, now: number): MessageInsert =>
  closePages(sql`${p.accountId} = ${accountId} AND ${p.accountId} IS NOT NULL`, now)

/** For the batch that deletes a person. */
export const closePagesOfPerson = (userId: string, now: number): MessageInsert => closePages(sql`${p.userId} = ${userId}`, now)

/** A page at Stripe is open for a day. */
const pageLifetime = 24 * hour
const maxQueuedAtOnce = 100

/** Once an hour: reads pages of which Stripe has told nothing, and sends money again that did not go back for an hour. */
export const sweepDues = (now: number): MessageInsert[] => {
  const key = `sweep:${Math.floor(now / hour)}`
  return [
    queueSettling(
      sql`${p.state} = 'open' AND ${p.createdAt} < ${now - pageLifetime - hour} ORDER BY ${p.createdAt} LIMIT ${maxQueuedAtOnce}`,
      key,
      now,
    ),
    queueSettling(
      sql`${p.id} IN (SELECT ${r.duePaymentId} FROM ${dueRefunds} ${r} WHERE ${r.state} = 'due' AND ${r.createdAt} < ${now - hour}
        ORDER BY ${r.createdAt} LIMIT ${maxQueuedAtOnce})`,
      key,
      now,
    ),
  ]
}
