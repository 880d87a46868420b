import { sql } from 'drizzle-orm'
import { selectAs, updateSet } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { reports } from './schema.ts'

export const reportData: PersonData = {
  feature: 'reports',
  tables: { reports: ['reporter_id', 'subject_id', 'reason', 'text'] },
  kept: {
    'reports.text': 'What is wrong with a game or a place stays wrong when the one who saw it goes. It no longer says who wrote it.',
    'reports.reason': 'As its text.',
  },
  erase: (userId) => [
    sql`DELETE FROM ${reports} WHERE ${reports.subjectId} = ${userId} AND ${reports.kind} = 'person'`,
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
