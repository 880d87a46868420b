import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type GiveFeedback, maxFeedbackPerDay } from '../../domain/feedback/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { feedback } from './schema.ts'

export async function giveFeedback(db: Database, { now, newId }: Clock, userId: string, { rating, text }: GiveFeedback): Promise<void> {
  const recentCount = sql`(SELECT count(*) FROM ${feedback} WHERE ${feedback.userId} = ${userId} AND ${feedback.createdAt} > ${now - day})`
  const saved = await write(
    db,
    insertSelect(feedback, { id: newId(), userId, rating, text, createdAt: now }, sql`WHERE ${recentCount} < ${maxFeedbackPerDay}`),
  )
  if (!saved) throw new AppError('TooMuchFeedback')
}
