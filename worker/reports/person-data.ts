import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'

export const reportData: PersonData = {
  feature: 'reports',
  tables: { reports: ['reporter_id', 'subject_id', 'reason', 'text'] },
  kept: {
    'reports.text': 'What is wrong with a game or a place stays wrong when the one who saw it goes. It no longer says who wrote it.',
    'reports.reason': 'As its text.',
  },
  erase: (userId) => [
    sql`DELETE FROM reports WHERE subject_id = ${userId} AND kind = 'person'`,
    sql`UPDATE reports SET reporter_id = NULL WHERE reporter_id = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      reports: sql`SELECT kind, subject_id AS about, reason, text, created_at AS createdAt FROM reports WHERE reporter_id = ${userId} ORDER BY created_at`,
    }),
}
