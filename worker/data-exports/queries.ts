import { sql } from 'drizzle-orm'
import type { DataExport } from '../../domain/data-exports/contract.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

const columns = sql`id, state, done, total, size, created_at AS createdAt, expires_at AS expiresAt`

export async function findLatestExport(db: Database, userId: string): Promise<DataExport | null> {
  const [found] = await runBatch<DataExport>(db, [
    sql`SELECT ${columns} FROM data_exports WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC LIMIT 1`,
  ])
  return found?.results[0] ?? null
}

/** Theirs, ready, and not yet expired; to everyone else it is not there. */
export async function findReadyExport(db: Database, userId: string, id: string, now: number): Promise<DataExport | null> {
  const [found] = await runBatch<DataExport>(db, [
    sql`SELECT ${columns} FROM data_exports WHERE id = ${id} AND user_id = ${userId} AND state = 'ready' AND expires_at > ${now}`,
  ])
  return found?.results[0] ?? null
}
