import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { feedbackADay, type GiveFeedback } from '../../domain/feedback/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { feedback } from './schema.ts'

export async function giveFeedback(db: Database, { now, newId }: Clock, userId: string, { rating, text }: GiveFeedback): Promise<void> {
  const lately = sql`(SELECT count(*) FROM ${feedback} WHERE ${feedback.userId} = ${userId} AND ${feedback.createdAt} > ${now - day})`
  const kept = await write(
    db,
    insertSelect(feedback, { id: newId(), userId, rating, text, createdAt: now }, sql`WHERE ${lately} < ${feedbackADay}`),
  )
  if (!kept) throw new AppError('EnoughFeedback')
}
