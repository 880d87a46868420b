import { desc, type SQL, sql } from 'drizzle-orm'
import type { FeedbackPage } from '../../domain/feedback/contract.ts'
import { readAll } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { feedback } from './schema.ts'

const pageSize = 50

/** In a statement: whether the user has ever given feedback. */
export const hasGivenFeedback = (userId: string): SQL => sql`EXISTS (SELECT 1 FROM ${feedback} WHERE ${feedback.userId} = ${userId})`

export async function listFeedback(db: Database, cursor: string | undefined): Promise<FeedbackPage> {
  const after = readCursor(TimeCursor, cursor)
  const rows = await readAll(
    db,
    db
      .select({ id: feedback.id, rating: feedback.rating, text: feedback.text, createdAt: feedback.createdAt })
      .from(feedback)
      .where(after ? sql`(${feedback.createdAt}, ${feedback.id}) < (${after[0]}, ${after[1]})` : undefined)
      .orderBy(desc(feedback.createdAt), desc(feedback.id))
      .limit(pageSize + 1),
  )
  const { page, next } = cutPage(rows, pageSize, ({ createdAt, id }) => [createdAt, id])
  return { feedback: page, next }
}
