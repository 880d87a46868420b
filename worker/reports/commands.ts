import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type CreateReport, maxReportsPerDay } from '../../domain/reports/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { runBatch, write } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { ReportedMessage } from './kinds.ts'
import { reports } from './schema.ts'

/** Each person has one report per subject. Reporting again replaces the text and reopens the report. */
export async function createReport(
  db: Database,
  now: number,
  reporterId: string,
  { kind, subjectId, reason, text }: CreateReport,
  message: ReportedMessage | null,
): Promise<void> {
  const id = await deriveId('report', reporterId, kind, subjectId)
  const recentCount = sql`(SELECT count(*) FROM ${reports}
    WHERE ${reports.reporterId} = ${reporterId} AND ${reports.createdAt} > ${now - day} AND ${reports.id} <> ${id})`
  const replacement = {
    reason: excluded(reports.reason),
    text: excluded(reports.text),
    createdAt: excluded(reports.createdAt),
    handledAt: null,
    // While a report is open, it keeps the words that were reported first.
    messageText: sql`iif(${reports.handledAt} IS NULL, ${reports.messageText}, ${excluded(reports.messageText)})`,
  }
  const { after } = await runBatch(db, {
    reported: insertSelect(
      reports,
      {
        ...{ id, kind, subjectId, reporterId, reason, text, createdAt: now },
        ...{ authorId: message?.authorId ?? null, messageText: message?.text ?? null },
      },
      sql`WHERE ${recentCount} < ${maxReportsPerDay} ${onConflictUpdate(reports, ['id'], replacement)}`,
    ),
    after: db
      .select({ id: reports.id })
      .from(reports)
      .where(and(eq(reports.id, id), eq(reports.createdAt, now))),
  })
  if (!after.rows[0]) throw new AppError('TooManyReports')
}

/** Returns false if there is no open report with this id. */
export async function closeReport(db: Database, now: number, id: string): Promise<boolean> {
  const isOpen = and(eq(reports.id, id), isNull(reports.handledAt))
  return (await write(db, db.update(reports).set({ handledAt: now }).where(isOpen))) > 0
}
