import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PaymentKind } from '../../domain/payments/payment-kinds.ts'

/** Where a page of payments begins: after these keys, or at the newest. */
export type KeyPage = { after: readonly [number, string] | null; limit: number }

/** The row comes after the keys of a page. */
export const isAfter = (at: SQLWrapper, id: SQLWrapper, after: KeyPage['after']): SQL =>
  after ? sql`(${at}, ${id}) < (${after[0]}, ${after[1]})` : sql`1`

/** The newest payments of one kind, as `kind`, `at` and `id`. Each kind has an index for it, so a page reads no more than it may show. */
export const selectKeys = (
  kind: PaymentKind,
  { table, at, id, which }: { table: SQLWrapper; at: SQLWrapper; id: SQLWrapper; which: SQL },
  { after, limit }: KeyPage,
): SQL =>
  sql`SELECT * FROM (SELECT ${kind} AS kind, ${at} AS at, ${id} AS id FROM ${table} WHERE ${which} AND ${isAfter(at, id, after)}
    ORDER BY ${at} DESC, ${id} DESC LIMIT ${limit})`
