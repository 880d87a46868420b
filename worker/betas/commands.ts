import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

export async function switchBetaOn(db: Database, userId: string, beta: string, now: number): Promise<void> {
  const [, person] = await runBatch<{ isThere: number }>(db, [
    sql`INSERT OR IGNORE INTO user_betas (user_id, beta, created_at)
      SELECT id, ${beta}, ${now} FROM users WHERE id = ${userId} AND deleted_at IS NULL`,
    sql`SELECT EXISTS (SELECT 1 FROM user_betas WHERE user_id = ${userId} AND beta = ${beta}) AS isThere`,
  ])
  if (person?.results[0]?.isThere !== 1) throw new AppError('PersonNotFound')
}

export async function switchBetaOff(db: Database, userId: string, beta: string): Promise<void> {
  await runBatch(db, [sql`DELETE FROM user_betas WHERE user_id = ${userId} AND beta = ${beta}`])
}
