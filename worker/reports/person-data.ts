import { sql } from 'drizzle-orm'
import { selectAs, updateSet } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { reports } from './schema.ts'

export const reportData: PersonData = {
  feature: 'reports',
  tables: { reports: ['reporter_id', 'subject_id', 'reason', 'text', 'author_id', 'message_text'] },
  keptColumns: {
    'reports.text':
      'A problem with a game, a place, a person or a message remains after its reporter leaves. The row no longer says who wrote it.',
    'reports.reason': 'For the same reason as the text.',
  },
  erase: (userId) => [
    sql`DELETE FROM ${reports} WHERE ${reports.subjectId} = ${userId} AND ${reports.kind} = 'person'`,
    sql`DELETE FROM ${reports} WHERE ${reports.authorId} = ${userId}`,
    updateSet(reports, { reporterId: null }, sql`WHERE ${reports.reporterId} = ${userId}`),
  ],
  export: (db, userId) =>
    readParts(db, {
      reports: selectAs(
        { kind: reports.kind, about: reports.subjectId, reason: reports.reason, text: reports.text, createdAt: reports.createdAt },
        sql`FROM ${reports} WHERE ${reports.reporterId} = ${userId} ORDER BY ${reports.createdAt}`,
      ),
    }),
}
