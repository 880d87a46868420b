import { type SQL, sql } from 'drizzle-orm'
import type { ledgerEntries } from './schema.ts'

/** The sums of entries that are no payouts. The trigger of the table adds up the same. */
export const sumColumns = (entry: typeof ledgerEntries) => {
  const sumOf = (kind: SQL): SQL => sql`sum(iif(${entry.kind} ${kind}, ${entry.gross}, 0))`
  return {
    gross: sumOf(sql`= 'payment'`),
    payments: sql`sum(${entry.kind} = 'payment')`,
    stripeFee: sql`sum(${entry.stripeFee})`,
    ourFee: sql`sum(${entry.ourFee})`,
    refunds: sumOf(sql`= 'refund'`),
    disputes: sumOf(sql`= 'dispute'`),
    other: sumOf(sql`IN ('fee', 'other')`),
    net: sql`sum(${entry.net})`,
  }
}
