import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type CreateReport, reportsADay } from '../../domain/reports/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { runBatch, write } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import { reports } from './schema.ts'

/** One report a person and thing: said again, the later words stand, and an operator looks once more. */
export async function reportThing(
  db: Database,
  now: number,
  reporterId: string,
  { kind, subjectId, reason, text }: CreateReport,
): Promise<void> {
  const id = await deriveId('report', reporterId, kind, subjectId)
  const lately = sql`(SELECT count(*) FROM ${reports}
    WHERE ${reports.reporterId} = ${reporterId} AND ${reports.createdAt} > ${now - day} AND ${reports.id} <> ${id})`
  const again = {
    reason: excluded(reports.reason),
    text: excluded(reports.text),
    createdAt: excluded(reports.createdAt),
    handledAt: null,
  }
  const { after } = await runBatch(db, {
    reported: insertSelect(
      reports,
      { id, kind, subjectId, reporterId, reason, text, createdAt: now },
      sql`WHERE ${lately} < ${reportsADay} ${onConflictUpdate(reports, ['id'], again)}`,
    ),
    after: db
      .select({ id: reports.id })
      .from(reports)
      .where(and(eq(reports.id, id), eq(reports.createdAt, now))),
  })
  if (!after.rows[0]) throw new AppError('EnoughReports')
}

/** False where there is none that waits. */
export async function closeReport(db: Database, now: number, id: string): Promise<boolean> {
  const isOpen = and(eq(reports.id, id), isNull(reports.handledAt))
  return (await write(db, db.update(reports).set({ handledAt: now }).where(isOpen))) > 0
}
