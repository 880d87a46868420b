import { sql } from 'drizzle-orm'
import type { DeletionPlan } from '../../domain/accounts/deletion.ts'
import { countOpenDisputesOf } from '../orders/shared.ts'
import { selectSoldGames, toSoldGame } from '../orders/sold-games.ts'
import { countOtherDisputesOf } from '../payments/disputed.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { listTeamsToLeave } from '../teams/queries.ts'

/** What a person must do, or wait for, before they can delete their account. */
export async function readDeletionPlan(db: Database, userId: string, now: number): Promise<DeletionPlan> {
  const [teams, { sold, disputed }] = await Promise.all([
    listTeamsToLeave(db, userId, now),
    runBatch(db, {
      sold: selectSoldGames(userId, now),
      disputed: select({ count: asNumber }, sql`SELECT ${countOpenDisputesOf(userId)} + ${countOtherDisputesOf(userId)} AS count`),
    }),
  ])
  return { teams, games: sold.rows.map(toSoldGame), disputes: disputed.rows[0]?.count ?? 0 }
}
