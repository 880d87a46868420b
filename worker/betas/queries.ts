import { sql } from 'drizzle-orm'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

/** The trial features that are on for a person, by one call. */
export async function listBetas(db: Database, userId: string): Promise<string[]> {
  const [found] = await runBatch<{ beta: string }>(db, [sql`SELECT beta FROM user_betas WHERE user_id = ${userId} ORDER BY beta LIMIT 100`])
  return (found?.results ?? []).map(({ beta }) => beta)
}
