import { type SQL, sql } from 'drizzle-orm'
import type { SubmissionEventKind } from '../../domain/forms/submission-contract.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Clock } from '../platform/from-request.ts'
import { submissionEvents } from './schema.ts'

/** Writes what happened to a submission. Put it directly after the statement that changes it: it writes nothing if that changed no row. */
export const recordEvent = (
  { now, newId }: Clock,
  submissionId: string,
  kind: SubmissionEventKind,
  userId: string | null,
  when: SQL = sql`1`,
): SQL => insertSelect(submissionEvents, { id: newId(), submissionId, kind, userId, createdAt: now }, sql`WHERE changes() > 0 AND ${when}`)
