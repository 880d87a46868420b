import { type SQL, sql } from 'drizzle-orm'
import { maxUnpaidSubmissions } from '../../domain/forms/limits.ts'
import { day } from '../../domain/time/spans.ts'
import { submissionPayments as p, submissions as s } from './schema.ts'

/**
 * Whether a person may send one more submission without paying at once. `isOwn` says which submissions are theirs. What ended without a payment
 * counts for a day: otherwise they could hold the places for an hour again and again. What they take back counts for a day after it was sent.
 * What waits in line counts, because it is held once it is offered.
 */
export const mayOweOneMore = (formId: string, isOwn: SQL, now: number): SQL => sql`(SELECT count(*) FROM ${s}
  WHERE ${isOwn} AND ${s.formId} = ${formId} AND ${s.total} > 0
    AND (${s.state} IN ('paying', 'waiting') OR (${s.state} = 'ended' AND ${s.changedAt} > ${now - day})
      OR (${s.state} = 'withdrawn' AND ${s.sentAt} > ${now - day}))
    AND NOT EXISTS (SELECT 1 FROM ${p} WHERE ${p.submissionId} = ${s.id} AND ${p.state} IN ('paid', 'refunded', 'late'))) < ${maxUnpaidSubmissions}`
