import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { day, hour } from '../../domain/time/spans.ts'
import { columnNames } from '../platform/columns.ts'

type RefundColumns = Record<'id' | 'state' | 'createdAt' | 'waitsFor' | 'triedAt', Column>

const maxTriedAtOnce = 100

/**
 * Once an hour: chooses the refunds `r` that are tried again, because they should have gone back an hour ago. Those that wait for a host are
 * tried once a day. What was tried longest ago comes first, so refunds that never work stop no others.
 */
export const chooseUnsent = (table: SQLiteTable, r: SQLiteTable & RefundColumns, now: number, which: SQL = sql`1`): SQL =>
  sql`UPDATE ${table} SET ${columnNames(r.triedAt)} = ${now} WHERE id IN (SELECT ${r.id} FROM ${table} ${r}
    WHERE ${r.state} <> 'sent' AND ${r.state} = 'due' AND ${r.createdAt} < ${now - hour}
      AND (${r.waitsFor} IS NULL OR ${r.triedAt} < ${now - day + hour / 2}) AND ${which}
    ORDER BY ${r.triedAt}, ${r.createdAt} LIMIT ${maxTriedAtOnce})`

/** It was chosen at `now`. */
export const isChosen = (r: RefundColumns, now: number): SQL => sql`${r.state} <> 'sent' AND ${r.state} = 'due' AND ${r.triedAt} = ${now}`

/** It should have gone back by now. Stripe may hold it back for a day, until the host has money. */
export const isStuck = (r: RefundColumns, now: number): SQL =>
  sql`${r.state} <> 'sent' AND ${r.state} = 'due' AND ${r.createdAt} < ${now} - iif(${r.waitsFor} IS 'no-money', ${day}, ${hour})`

/** We have to send it ourselves, and can. */
export const isOwed = (r: RefundColumns): SQL => sql`(${r.state} = 'due' AND ${r.waitsFor} IS NULL)`

/** For the batch that links an account again: what could not go back on it is sent within the hour. `isOnAccount` says which that is. */
export const sendAgain = (table: SQLiteTable & RefundColumns, isOnAccount: SQL): SQL =>
  sql`UPDATE ${table} SET ${columnNames(table.waitsFor)} = NULL, ${columnNames(table.triedAt)} = 0
    WHERE ${table.state} <> 'sent' AND ${table.state} = 'due' AND ${table.waitsFor} = 'no-access' AND ${isOnAccount}`
