import { sql } from 'drizzle-orm'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

/** Names the person's picture, or none. Answers with the one it replaces; null where the account is gone. */
export async function setPhoto(
  db: Database,
  userId: string,
  photoKey: string | null,
  now: number,
): Promise<{ former: string | null } | null> {
  const isThere = sql`id = ${userId} AND deleted_at IS NULL`
  const [before, change] = await runBatch<{ former: string | null }>(db, [
    sql`SELECT photo_key AS former FROM users WHERE ${isThere}`,
    sql`UPDATE users SET photo_key = ${photoKey}, updated_at = ${now} WHERE ${isThere}`,
  ])
  return change?.meta.changes ? (before?.results[0] ?? null) : null
}
