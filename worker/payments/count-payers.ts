import { sql } from 'drizzle-orm'
import { selectDuePayersOf } from '../dues/shared.ts'
import { selectFormPayersOf } from '../forms/shared.ts'
import { selectMembersPaying } from '../memberships/shared.ts'
import { selectPayersOf } from '../orders/shared.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, select } from '../platform/row-query.ts'

/** How many people have paid a host for a game to come, are paying for one, pay for a membership, or are paying dues or for a form. */
export async function countPayers(db: Database, hostId: string, now: number): Promise<number> {
  const row = await readFirst(
    db,
    select(
      { payers: asNumber },
      sql`SELECT count(DISTINCT payerId) AS payers FROM (${selectPayersOf(hostId, now)} UNION ${selectMembersPaying(hostId)}
        UNION ${selectDuePayersOf(hostId)} UNION ${selectFormPayersOf(hostId)})`,
    ),
  )
  return row?.payers ?? 0
}
