import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { FeedbackPage } from '../../domain/feedback/contract.ts'
import { runBatch } from '../platform/batch.ts'
import { readCursor, writeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'

const pageSize = 50
const Cursor = v.tuple([v.number(), v.string()])

export async function listFeedback(db: Database, cursor: string | undefined): Promise<FeedbackPage> {
  const after = cursor === undefined ? null : readCursor(Cursor, cursor)
  const [found] = await runBatch<FeedbackPage['feedback'][number]>(db, [
    sql`SELECT id, rating, text, created_at AS createdAt FROM feedback
      ${after ? sql`WHERE (created_at, id) < (${after[0]}, ${after[1]})` : sql``} ORDER BY created_at DESC, id DESC LIMIT ${pageSize + 1}`,
  ])
  const rows = found?.results ?? []
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return { feedback: page, next: last && rows.length > pageSize ? writeCursor([last.createdAt, last.id]) : null }
}
