import { type SQL, sql } from 'drizzle-orm'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, select } from '../platform/row-query.ts'

/**
 * The people who pay through the account of a host: `payerId`. Nothing is sold through these accounts yet, so there are none. Whatever is
 * sold to players adds its query here.
 */
const selectPayers = (_hostId: string): SQL => sql`SELECT NULL AS payerId WHERE 0`

export async function countPayers(db: Database, hostId: string): Promise<number> {
  const row = await readFirst(
    db,
    select({ payers: asNumber }, sql`SELECT count(DISTINCT payerId) AS payers FROM (${selectPayers(hostId)})`),
  )
  return row?.payers ?? 0
}
