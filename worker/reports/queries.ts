import { sql } from 'drizzle-orm'
import type { ReportPage } from '../../domain/reports/contract.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'

const pageSize = 50

/** Those nobody has looked at yet, the oldest first. */
export async function listOpenReports(db: Database, cursor: string | undefined): Promise<ReportPage> {
  const after = readCursor(TimeCursor, cursor)
  const [found] = await runBatch<ReportPage['reports'][number]>(db, [
    sql`SELECT id, kind, subject_id AS subjectId, reporter_id AS reporterId, reason, text, created_at AS createdAt FROM reports
      WHERE handled_at IS NULL ${after ? sql`AND (created_at, id) > (${after[0]}, ${after[1]})` : sql``}
      ORDER BY created_at, id LIMIT ${pageSize + 1}`,
  ])
  const { page, next } = cutPage(found?.results ?? [], pageSize, ({ createdAt, id }) => [createdAt, id])
  return { reports: page, next }
}
