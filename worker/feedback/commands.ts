import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { feedbackADay, type GiveFeedback } from '../../domain/feedback/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'

export async function giveFeedback(db: Database, { now, newId }: Clock, userId: string, { rating, text }: GiveFeedback): Promise<void> {
  const [kept] = await runBatch(db, [
    sql`INSERT INTO feedback (id, user_id, rating, text, created_at) SELECT ${newId()}, ${userId}, ${rating}, ${text}, ${now}
      WHERE (SELECT count(*) FROM feedback WHERE user_id = ${userId} AND created_at > ${now - day}) < ${feedbackADay}`,
  ])
  if (!kept?.meta.changes) throw new AppError('EnoughFeedback')
}
