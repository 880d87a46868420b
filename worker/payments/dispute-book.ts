import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type Stripe from 'stripe'
import { AppError } from '../../domain/errors.ts'
import { type Currency, currencies, type Money } from '../../domain/money.ts'
import {
  answerableStates,
  answerReminder,
  type DisputeState,
  isDecided,
  isWithholding,
  warningStates,
  withholdingStates,
} from '../../domain/orders/disputes.ts'
import type { DisputeNews } from '../../domain/orders/money-news.ts'
import { day } from '../../domain/time/spans.ts'
import { readAll, runBatch, type Statement } from '../platform/batch.ts'
import { columnNames, inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { getErrorFields, logLine } from '../platform/log.ts'
import { asText, type RowQuery, select } from '../platform/row-query.ts'
import { toMillis } from './call-stripe.ts'

type DisputeColumn = 'id' | 'accountId' | 'amount' | 'currency' | 'reason' | 'state' | 'respondBy' | 'remindedAt' | 'createdAt'
type DisputeTable = SQLiteTable & Record<DisputeColumn | 'closedAt' | 'readAt', Column>

/** What people are told about a dispute. */
export type ToldDispute = Money & { id: string; respondBy: number | null; state: DisputeState }

/** A payment that may be disputed. */
type Paid = { accountId: string }

type Book<Payment extends Paid> = {
  table: DisputeTable
  /** The columns that say which payment it is. */
  columnsOf: (payment: Payment) => readonly (readonly [Column, string | null])[]
  /** Selects disputes with their payments, `limit` at most. */
  selectDisputes: (which: SQL, limit: number) => RowQuery<ToldDispute & Payment>
  /** Tells those who manage the money. It must come before the statement that stores the dispute. */
  tell: (news: DisputeNews, told: { dispute: ToldDispute; payment: Payment }, now: number, when: SQL) => Statement[]
  /** A bank has decided: what waits to go back is sent, or ends. `key` says on which occasion. */
  queueRefunds: (payment: Payment, key: string, now: number) => Statement[]
}

const stateOfStatus: Readonly<Record<string, DisputeState>> = {
  needs_response: 'needs-response',
  appeal_needs_response: 'needs-response',
  under_review: 'under-review',
  appeal_under_review: 'under-review',
  won: 'won',
  lost: 'lost',
  warning_needs_response: 'warning-needs-response',
  warning_under_review: 'warning-under-review',
  warning_closed: 'warning-closed',
  prevented: 'warning-closed',
}

/** What Stripe says about a dispute, in our words. */
export function readDispute({ status, currency, evidence_details: { due_by: dueBy } }: Stripe.Dispute) {
  return {
    state: stateOfStatus[status] ?? 'under-review',
    currency: toCurrency(currency),
    respondBy: dueBy === null ? null : toMillis(dueBy),
  }
}

/** In a query: a bank has what `which` paid until it decides, or has given it back for good. NULL otherwise. */
export const selectShownDispute = (table: Pick<DisputeTable, 'state' | 'createdAt'> & SQLiteTable, which: SQL): SQL =>
  sql`(SELECT iif(${table.state} = 'lost', 'lost', 'open') FROM ${table}
    WHERE ${which} AND ${inList(table.state, [...withholdingStates, 'lost'])} ORDER BY ${table.createdAt} DESC LIMIT 1)`

/** How many disputes one call reminds of. The next minute continues. */
const maxRemindedAtOnce = 25
export const maxReadAgain = 10

/** One dispute that cannot be read must not keep the sweep from the others. If Stripe does not answer at all, the whole sweep runs again. */
export function logUnreadDispute(error: unknown, id: string): void {
  if (error instanceof AppError) throw error
  logLine('error', 'dispute-not-read', { id, ...getErrorFields(error) })
}

/** The disputes about one kind of payments, as they were at Stripe when they were last read. */
export function openDisputeBook<Payment extends Paid>({ table, columnsOf, selectDisputes, tell, queueRefunds }: Book<Payment>) {
  const isUnanswered = (now: number): SQL => sql`${table.closedAt} IS NULL AND ${table.remindedAt} IS NULL
    AND ${table.respondBy} BETWEEN ${now} AND ${now + answerReminder} AND ${inList(table.state, answerableStates)}`
  return {
    /** The statements that store what Stripe says about a dispute, and tell what is new. */
    store(now: number, payment: Payment, dispute: Stripe.Dispute): Statement[] {
      const { id, amount, reason } = dispute
      const { state, currency, respondBy } = readDispute(dispute)
      const isTold = respondBy !== null && respondBy <= now + answerReminder
      const values: (readonly [Column, string | number | null])[] = [
        ...columnsOf(payment),
        [table.id, id],
        [table.accountId, payment.accountId],
        [table.amount, amount],
        [table.currency, currency],
        [table.reason, reason],
        [table.state, state],
        [table.respondBy, respondBy],
        [table.remindedAt, isTold ? now : null],
        [table.createdAt, toMillis(dispute.created)],
        [table.closedAt, isDecided(state) ? now : null],
        [table.readAt, now],
      ]
      const changes = [table.amount, table.state, table.respondBy, table.closedAt, table.readAt]
      // An older reading changes nothing, and what was decided stays so.
      const isNewer = sql`${table.readAt} <= ${now} AND ${table.closedAt} IS NULL`
      const isStored = (condition = sql`1`) => sql`EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = ${id} AND ${condition})`
      const told = (news: DisputeNews, when: SQL) => tell(news, { dispute: { id, amount, currency, respondBy, state }, payment }, now, when)
      return [
        ...(state === 'won' || state === 'lost' ? told(state, sql`(NOT ${isStored()} OR ${isStored(isNewer)})`) : []),
        ...(isDecided(state) ? [] : told('opened', sql`NOT ${isStored()}`)),
        ...(isWithholding(state) ? told('taken', isStored(sql`${isNewer} AND ${inList(table.state, warningStates)}`)) : []),
        sql`INSERT INTO ${table} (${columnNames(...values.map(([column]) => column))})
          VALUES (${list(values.map(([, value]) => sql`${value}`))})
          ON CONFLICT (${columnNames(table.id)}) DO UPDATE
          SET ${list(changes.map((column) => sql`${columnNames(column)} = excluded.${columnNames(column)}`))} WHERE ${isNewer}`,
        ...(isDecided(state) ? queueRefunds(payment, `dispute:${id}:${state}`, now) : []),
      ]
    },
    /** Reminds those who have not answered shortly before the deadline. */
    async remind(db: Database, now: number): Promise<void> {
      const due = await readAll(db, selectDisputes(isUnanswered(now), maxRemindedAtOnce))
      await runBatch(db, {
        reminded: due.flatMap((dispute) => {
          const isSame = sql`${table.id} = ${dispute.id} AND ${isUnanswered(now)}`
          return [
            ...tell('due', { dispute, payment: dispute }, now, sql`EXISTS (SELECT 1 FROM ${table} WHERE ${isSame})`),
            sql`UPDATE ${table} SET ${columnNames(table.remindedAt)} = ${now} WHERE ${isSame}`,
          ]
        }),
      })
    },
    /** Open disputes that were not read for a day. An event about them may have been lost. */
    listUnread: (db: Database, now: number) =>
      readAll(
        db,
        select(
          { id: asText, accountId: asText },
          sql`SELECT ${table.id} AS id, ${table.accountId} AS accountId FROM ${table}
            WHERE ${table.closedAt} IS NULL AND ${table.readAt} < ${now - day} ORDER BY ${table.readAt} LIMIT ${maxReadAgain}`,
        ),
      ),
    /** The next hour reads another one first. */
    markRead: (id: string, now: number): Statement =>
      sql`UPDATE ${table} SET ${columnNames(table.readAt)} = ${now} WHERE ${table.id} = ${id}`,
  }
}

const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `)

/** A dispute has the currency of its payment. Only a currency that we do not sell in would be unknown. */
function toCurrency(name: string): Currency {
  const currency = currencies.find((known) => known === name)
  if (currency === undefined) throw new Error(`A dispute is in an unknown currency: ${name}`)
  return currency
}
