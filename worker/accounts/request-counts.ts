import { type SQL, sql } from 'drizzle-orm'
import { insertSelect, onConflictUpdate, updateSet } from '../platform/columns.ts'
import { requestCounts } from './schema.ts'

// Exact counts for limits that must hold for a whole day and in every region. The rate limits of Cloudflare last a minute and are
// counted by each of its locations alone.

const isOver = (now: number) => sql`${requestCounts.endsAt} <= ${now}`

/** Counts one request under a key, if `when` is true. The count starts again when its time is over. */
export const countRequest = (key: string, now: number, lifetime: number, when: SQL = sql`1`): SQL =>
  sql`${insertSelect(requestCounts, { key, count: 1, endsAt: now + lifetime }, sql`WHERE ${when}`)} ${onConflictUpdate(
    requestCounts,
    ['key'],
    {
      count: sql`iif(${isOver(now)}, 1, ${requestCounts.count} + 1)`,
      endsAt: sql`iif(${isOver(now)}, ${now + lifetime}, ${requestCounts.endsAt})`,
    },
  )}`

/** Takes one request back, because it was not of the kind that the limit is for. */
export const uncountRequest = (key: string, when: SQL): SQL =>
  updateSet(requestCounts, { count: sql`max(${requestCounts.count} - 1, 0)` }, sql`WHERE ${requestCounts.key} = ${key} AND ${when}`)

/** Whether at most this many requests were counted, including the one of this batch. */
export const isWithin = (key: string, max: number, now: number): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${requestCounts}
    WHERE ${requestCounts.key} = ${key} AND ${requestCounts.count} > ${max} AND ${requestCounts.endsAt} > ${now})`
