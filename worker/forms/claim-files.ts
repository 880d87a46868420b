import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { AnsweredFile } from '../../domain/forms/files.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { mustHold, readAll } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { formFiles as f, submissions } from './schema.ts'

/** The secret with which the form is sent opens the files that were added before. */
export const hashFileSecret = (formId: string, secret: string): Promise<string> => hashSecret('form file', formId, secret)

/** Whether an unsent file is theirs. Who signs in on the way, or goes on by a mailed link, can still send what they added before. */
export const isOwnFile = (viewerId: string | null, secretHash: string | null, linkHash: string | null = null): SQL =>
  sql`${f.submissionId} IS NULL AND ${f.size} IS NOT NULL AND (coalesce(${f.userId} = ${viewerId}, 0) OR coalesce(${f.secretHash} = ${secretHash}, 0)
    OR coalesce(${f.linkHash} = ${linkHash}, 0))`

/** The name of the condition that fails if a file is not theirs, or was sent with something else. */
export const filesClaimed = 'files-claimed'

/** The files of answers as rows with `id` and `field`. */
const rowsOf = (files: readonly AnsweredFile[]) => sql`json_each(${JSON.stringify(files.map(({ id, field }) => [id, field]))}) answered`

type Claim = { submissionId: string; formId: string; files: readonly AnsweredFile[]; isOwn: SQL; when?: SQL }

/**
 * Gives files to the submission that was stored before in this batch. Each must be an unsent file of this form, field and sender, or belong
 * to this submission already. If one is not, the batch changes nothing.
 */
export function claimFiles({ submissionId, formId, files, isOwn, when = sql`1` }: Claim): SQL[] {
  if (files.length === 0) return []
  const isAnswered = sql`${f.id} = answered.value->>0 AND ${f.fieldId} = answered.value->>1 AND ${f.formId} = ${formId}`
  const claimed = sql`(SELECT count(*) FROM ${rowsOf(files)} JOIN ${f} ON ${isAnswered} WHERE ${f.submissionId} = ${submissionId})`
  return [
    updateSet(
      f,
      {
        ...{ submissionId, secretHash: null, addressHash: null, linkHash: null },
        userId: sql`(SELECT ${submissions.userId} FROM ${submissions} WHERE ${submissions.id} = ${submissionId})`,
      },
      sql`FROM ${rowsOf(files)} WHERE ${isAnswered} AND ${isOwn} AND ${when}`,
    ),
    mustHold(filesClaimed, sql`NOT (${when}) OR ${claimed} = ${files.length}`),
  ]
}

const missing = 'This file is not here any more. Add it again.'

/** Nobody sends a file twice. */
export function requireEachFileOnce(files: readonly AnsweredFile[]): void {
  const twice = files.filter(({ id }, index) => files.findIndex((other) => other.id === id) < index)
  if (twice.length > 0)
    throw new AppError('AnswersInvalid', { issues: toIssues(twice, 'This file is in another answer too. Remove it here.') })
}

const toIssues = (files: readonly AnsweredFile[], message: string) =>
  [...new Set(files.map(({ path }) => path))].map((path) => ({ path, message }))

/** Names the answers whose files could not be claimed. */
export async function explainFiles(db: Database, { submissionId, formId, files, isOwn }: Omit<Claim, 'when'>): Promise<AppError> {
  const found = await readAll(
    db,
    db
      .select({ id: f.id, fieldId: f.fieldId })
      .from(f)
      .where(
        sql`${f.id} IN (SELECT value->>0 FROM ${rowsOf(files)}) AND ${f.formId} = ${formId} AND (${f.submissionId} = ${submissionId} OR ${isOwn})`,
      ),
  )
  const lost = files.filter(({ id, field }) => !found.some((row) => row.id === id && row.fieldId === field))
  // What was missing may have come back in the same moment.
  return new AppError('AnswersInvalid', { issues: toIssues(lost.length > 0 ? lost : files, missing) })
}
