import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { refundWaits } from '../../domain/orders/contract.ts'
import type { MoneyWork } from '../../domain/payments/jobs-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { type MessageInsert, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asOneOf, asText, orNull, select } from '../platform/row-query.ts'
import { chooseUnsent, isChosen, isOwed, isStuck, sendAgain } from './unsent-refunds.ts'

type RefundColumns = Record<'id' | 'amount' | 'state' | 'createdAt' | 'waitsFor' | 'triedAt', Column>

type Tables = {
  /** The job that settles one payment. */
  kind: 'settle-due-payment' | 'settle-form-payment'
  /** Each table with its alias, by which conditions name it. */
  payments: [SQLiteTable, SQLiteTable & Record<'id' | 'state' | 'createdAt' | 'accountId', Column>]
  refunds: [SQLiteTable & RefundColumns, SQLiteTable & RefundColumns]
  /** The column of the refunds that names the payment. */
  ofPayment: Column
}

/** A page at Stripe is open for a day at most. */
const pageLifetime = 24 * hour
const maxQueuedAtOnce = 100

/** Lets the queue do at Stripe what payments of one kind need: close a page, or send money back. */
export function openSettling({ kind, payments: [payments, p], refunds: [refunds, r], ofPayment }: Tables) {
  /** `key` says on which occasion. */
  const queue = (which: SQL, key: string, now: number): MessageInsert =>
    putRowsInOutbox(
      'money',
      sql`SELECT ${kind} || ':' || ${p.id} || ':' || ${key} AS id, json_object('kind', ${kind satisfies MoneyWork['kind']}, 'id', ${p.id}) AS body
        FROM ${payments} ${p} WHERE ${which}`,
      { now },
    )
  /** For each batch after which somebody no longer pays on a page that is open. */
  const closePages = (which: SQL, now: number): MessageInsert => queue(sql`${p.state} = 'open' AND ${which}`, `close:${now}`, now)
  return {
    queue,
    closePages,
    /** For the batch that unlinks an account on which a host is paid. */
    closePagesOnAccount: (accountId: SQL | string, now: number): MessageInsert =>
      closePages(sql`${p.accountId} = ${accountId} AND ${p.accountId} IS NOT NULL`, now),
    /** For the batch that links an account again. */
    sendAgain: (accountId: string): SQL =>
      sendAgain(
        refunds,
        sql`id IN (SELECT ${r.id} FROM ${refunds} ${r} JOIN ${payments} ${p} ON ${p.id} = ${ofPayment} AND ${p.accountId} = ${accountId}
          WHERE ${r.state} = 'due')`,
      ),
    /** Once an hour: reads pages of which Stripe has told nothing, and sends money again that did not go back for an hour. */
    sweep: (now: number): (SQL | MessageInsert)[] => {
      const key = `sweep:${Math.floor(now / hour)}`
      return [
        queue(
          sql`${p.state} = 'open' AND ${p.createdAt} < ${now - pageLifetime - hour} ORDER BY ${p.createdAt} LIMIT ${maxQueuedAtOnce}`,
          key,
          now,
        ),
        chooseUnsent(refunds, r, now),
        queue(sql`${p.id} IN (SELECT ${ofPayment} FROM ${refunds} ${r} WHERE ${isChosen(r, now)})`, key, now),
      ]
    },
    /** For the operator: pages that should have ended, and money that should have gone back an hour ago. The sweep should have mended both. */
    selectStuck: (now: number, limit: number) => ({
      pages: select(
        { id: asText, createdAt: asNumber },
        sql`SELECT ${p.id} AS id, ${p.createdAt} AS createdAt FROM ${payments} ${p}
          WHERE ${p.state} = 'open' AND ${p.createdAt} < ${now - pageLifetime - 2 * hour} ORDER BY ${p.createdAt} LIMIT ${limit}`,
      ),
      refunds: select(
        { id: asText, paymentId: asText, amount: asNumber, createdAt: asNumber, waitsFor: orNull(asOneOf(refundWaits)) },
        sql`SELECT ${r.id} AS id, ${ofPayment} AS paymentId, ${r.amount} AS amount, ${r.createdAt} AS createdAt, ${r.waitsFor} AS waitsFor FROM ${refunds} ${r}
          WHERE ${isStuck(r, now)} ORDER BY ${r.createdAt} LIMIT ${limit}`,
      ),
    }),
    /** On this account, somebody may be paying, or money must still go back. */
    async owes(db: Database, accountId: string): Promise<boolean> {
      const isOfAccount = sql`${p.accountId} = ${accountId} AND ${p.accountId} IS NOT NULL`
      const row = await readFirst(
        db,
        select(
          { owes: asBoolean },
          sql`SELECT EXISTS (SELECT 1 FROM ${payments} ${p} WHERE ${isOfAccount} AND ${p.state} = 'open')
            OR EXISTS (SELECT 1 FROM ${payments} ${p} CROSS JOIN ${refunds} ${r} ON ${ofPayment} = ${p.id} AND ${isOwed(r)} WHERE ${isOfAccount}) AS owes`,
        ),
      )
      return row?.owes ?? false
    },
  }
}
