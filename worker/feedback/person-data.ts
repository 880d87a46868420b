import { sql } from 'drizzle-orm'
import { selectAs, updateSet } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { feedback } from './schema.ts'

export const feedbackData: PersonData = {
  feature: 'feedback',
  tables: { feedback: ['user_id', 'text'] },
  keptColumns: {
    'feedback.text': 'Feedback about the product stays useful without the person. The row no longer says who wrote it.',
  },
  erase: (userId) => [updateSet(feedback, { userId: null }, sql`WHERE ${feedback.userId} = ${userId}`)],
  export: (db, userId) =>
    readParts(db, {
      feedback: selectAs(
        { rating: feedback.rating, text: feedback.text, createdAt: feedback.createdAt },
        sql`FROM ${feedback} WHERE ${feedback.userId} = ${userId} ORDER BY ${feedback.createdAt}`,
      ),
    }),
}
