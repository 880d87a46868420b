import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'

export const feedbackData: PersonData = {
  feature: 'feedback',
  tables: { feedback: ['user_id', 'text'] },
  kept: {
    'feedback.text': 'What is good or bad about the product stays true without the person. It no longer says who wrote it.',
  },
  erase: (userId) => [sql`UPDATE feedback SET user_id = NULL WHERE user_id = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      feedback: sql`SELECT rating, text, created_at AS createdAt FROM feedback WHERE user_id = ${userId} ORDER BY created_at`,
    }),
}
