import { type SQL, sql } from 'drizzle-orm'
import type { ledgerEntries } from './schema.ts'

/** The sums of entries. The trigger of the table adds up the same, but for money on its way to the bank, which is no part of it there. */
export const sumColumns = (entry: typeof ledgerEntries) => {
  const sumOf = (kind: SQL): SQL => sql`sum(iif(${entry.kind} ${kind}, ${entry.gross}, 0))`
  return {
    gross: sumOf(sql`= 'payment'`),
    payments: sql`sum(${entry.kind} = 'payment')`,
    stripeFee: sql`sum(${entry.stripeFee})`,
    ourFee: sql`sum(${entry.ourFee})`,
    refunds: sumOf(sql`= 'refund'`),
    disputes: sumOf(sql`= 'dispute'`),
    other: sumOf(sql`IN ('fee', 'other', 'payout')`),
    net: sql`sum(${entry.net})`,
  }
}
