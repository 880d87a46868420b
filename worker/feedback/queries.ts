import { sql } from 'drizzle-orm'
import type { FeedbackPage } from '../../domain/feedback/contract.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'

const pageSize = 50

export async function listFeedback(db: Database, cursor: string | undefined): Promise<FeedbackPage> {
  const after = readCursor(TimeCursor, cursor)
  const [found] = await runBatch<FeedbackPage['feedback'][number]>(db, [
    sql`SELECT id, rating, text, created_at AS createdAt FROM feedback
      ${after ? sql`WHERE (created_at, id) < (${after[0]}, ${after[1]})` : sql``} ORDER BY created_at DESC, id DESC LIMIT ${pageSize + 1}`,
  ])
  const { page, next } = cutPage(found?.results ?? [], pageSize, ({ createdAt, id }) => [createdAt, id])
  return { feedback: page, next }
}
