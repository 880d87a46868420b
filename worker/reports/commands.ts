import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type CreateReport, reportsADay } from '../../domain/reports/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'

/** One report a person and thing: said again, the later words stand, and an operator looks once more. */
export async function reportThing(
  db: Database,
  now: number,
  reporterId: string,
  { kind, subjectId, reason, text }: CreateReport,
): Promise<void> {
  const id = await deriveId('report', reporterId, kind, subjectId)
  const [, after] = await runBatch(db, [
    sql`INSERT INTO reports (id, kind, subject_id, reporter_id, reason, text, created_at)
      SELECT ${id}, ${kind}, ${subjectId}, ${reporterId}, ${reason}, ${text}, ${now}
      WHERE (SELECT count(*) FROM reports WHERE reporter_id = ${reporterId} AND created_at > ${now - day} AND id <> ${id}) < ${reportsADay}
      ON CONFLICT (id) DO UPDATE SET reason = excluded.reason, text = excluded.text, created_at = excluded.created_at, handled_at = NULL`,
    sql`SELECT 1 FROM reports WHERE id = ${id} AND created_at = ${now}`,
  ])
  if (!after?.results[0]) throw new AppError('EnoughReports')
}

/** False where there is none that waits. */
export async function closeReport(db: Database, now: number, id: string): Promise<boolean> {
  const [closed] = await runBatch(db, [sql`UPDATE reports SET handled_at = ${now} WHERE id = ${id} AND handled_at IS NULL`])
  return (closed?.meta.changes ?? 0) > 0
}
