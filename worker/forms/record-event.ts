import { type SQL, sql } from 'drizzle-orm'
import type { EventChange } from '../../domain/forms/list-changes.ts'
import type { SubmissionEventKind } from '../../domain/forms/submission-contract.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Clock } from '../platform/from-request.ts'
import { submissionEvents } from './schema.ts'

type More = { when?: SQL; changes?: readonly EventChange[] }

/** Writes what happened to a submission. Put it directly after the statement that changes it: it writes nothing if that changed no row. */
export const recordEvent = (
  { now, newId }: Clock,
  submissionId: string,
  kind: SubmissionEventKind,
  userId: string | null,
  { when = sql`1`, changes = [] }: More = {},
): SQL =>
  insertSelect(
    submissionEvents,
    { id: newId(), submissionId, kind, userId, createdAt: now, changes: changes.length > 0 ? [...changes] : null },
    sql`WHERE changes() > 0 AND ${when}`,
  )
