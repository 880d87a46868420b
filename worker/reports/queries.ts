import { and, eq, isNull, sql } from 'drizzle-orm'
import { parseReportedMessageId, type ReportPage } from '../../domain/reports/contract.ts'
import { people } from '../accounts/shared.ts'
import { nameMentions } from '../messages/name-mentions.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { reports } from './schema.ts'

const pageSize = 50

/** Reports that nobody has handled yet, oldest first. */
export async function listOpenReports(db: Database, cursor: string | undefined): Promise<ReportPage> {
  const after = readCursor(TimeCursor, cursor)
  const rows = await readAll(
    db,
    db
      .select({
        id: reports.id,
        kind: reports.kind,
        subjectId: reports.subjectId,
        reporterId: reports.reporterId,
        reason: reports.reason,
        text: reports.text,
        createdAt: reports.createdAt,
        authorId: reports.authorId,
        authorName: people.displayName,
        messageText: reports.messageText,
      })
      .from(reports)
      .leftJoin(people, eq(people.id, reports.authorId))
      .where(and(isNull(reports.handledAt), after ? sql`(${reports.createdAt}, ${reports.id}) > (${after[0]}, ${after[1]})` : undefined))
      .orderBy(reports.createdAt, reports.id)
      .limit(pageSize + 1),
  )
  const toWords = ({ kind, subjectId, messageText }: (typeof rows)[number]) => ({
    conversationId: kind === 'message' ? parseReportedMessageId(subjectId).conversationId : '',
    text: messageText,
  })
  // Those who handle reports see everyone.
  const write = await nameMentions(db, null, rows.map(toWords))
  const { page, next } = cutPage(rows, pageSize, ({ createdAt, id }) => [createdAt, id])
  return {
    reports: page.map((row) => {
      const { authorId, authorName, messageText: _, ...report } = row
      const text = write(toWords(row))
      return { ...report, message: authorId === null || text === null ? null : { authorId, authorName, text } }
    }),
    next,
  }
}
