import { sql } from 'drizzle-orm'
import type { HomeAlerts } from '../../domain/home/contract.ts'
import { openAlerts } from '../../domain/home/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

type Row = { availability: number; feedback: number; notifications: number; favoriteActivities: number; bio: number }

/** What is missing is asked of every feature at once, each by its key: this one query reads tables that are not its own. */
export async function findHomeAlerts(db: Database, userId: string): Promise<HomeAlerts> {
  const [found] = await runBatch<Row>(db, [
    sql`SELECT EXISTS (SELECT 1 FROM availability WHERE user_id = ${userId}) AS availability,
      EXISTS (SELECT 1 FROM feedback WHERE user_id = ${userId}) AS feedback,
      EXISTS (SELECT 1 FROM notification_choices WHERE user_id = ${userId}) AS notifications,
      EXISTS (SELECT 1 FROM profiles, json_each(profiles.activities) a
        WHERE user_id = ${userId} AND a.value->>'isOn' AND a.value->>'level' IS NOT NULL) AS favoriteActivities,
      (SELECT bio <> '' FROM profiles WHERE user_id = ${userId}) AS bio`,
  ])
  const row = found?.results[0]
  return {
    alerts: openAlerts({
      availability: row?.availability === 1,
      feedback: row?.feedback === 1,
      notifications: row?.notifications === 1,
      favoriteActivities: row?.favoriteActivities === 1,
      bio: row?.bio === 1,
    }),
  }
}
