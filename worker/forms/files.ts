import { and, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { smallFileKey } from '../../domain/forms/files.ts'
import { day } from '../../domain/time/spans.ts'
import { eraseRows } from '../jobs/commands.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asJson, computed } from '../platform/row-query.ts'
import type { FileOfField } from './private-answers.ts'
import { formFiles as f } from './schema.ts'

/** A file of a submission, with the key of its content in R2. */
export type StoredFile = { id: string; submissionId: string; field: string; name: string; key: string; size: number }

/** The files of these submissions of a form, in the order in which they were added. */
export async function listFilesOf(db: Database, formId: string, submissionIds: readonly string[]): Promise<StoredFile[]> {
  const rows = await readAll(
    db,
    db
      .select({ id: f.id, submissionId: f.submissionId, field: f.fieldId, name: f.name, key: f.key, size: f.size })
      .from(f)
      .where(and(eq(f.formId, formId), inList(f.submissionId, submissionIds), isNotNull(f.submissionId)))
      .orderBy(f.submissionId, f.createdAt, f.id),
  )
  return rows.map(({ submissionId, size, ...rest }) => ({ ...rest, submissionId: submissionId ?? '', size: size ?? 0 }))
}

export type ListFiles = typeof listFilesOf

const fileOf = sql`json_object('id', ${f.id}, 'field', ${f.fieldId}, 'name', ${f.name}, 'type', ${f.type}, 'size', ${f.size})`

/** The files of a submission as a column of its row. */
export const filesOfSubmission = (submissionId: SQL) =>
  computed(
    sql`(SELECT json_group_array(${fileOf}) FROM ${f} WHERE ${f.submissionId} = ${submissionId} AND ${f.submissionId} IS NOT NULL)`,
    asJson<FileOfField[]>(),
  )

/** The keys in R2 of these files. Only photos have a small version, but what is not there is no error. */
export const keysOfFiles = (which: SQL): SQL => sql`SELECT part.value AS key FROM ${f}
  CROSS JOIN json_each(json_array(${f.key}, ${f.key} || ${smallFileKey('')})) part WHERE ${which}`

/** Deletes files with their content. The statements belong in one batch. `jobId` names this deletion. */
export const deleteFiles = (which: SQL, jobId: string, now: number) => [
  eraseRows(jobId, keysOfFiles(which), { now }),
  sql`DELETE FROM ${f} WHERE ${which}`,
]

/** So long a file waits until the form is sent, unless a mailed link keeps it. */
export const unsentLifetime = 2 * day
const maxDeletedPerRun = 200

/** Runs every minute: deletes files that were added to a form and never sent. */
export async function deleteUnsentFiles(db: Database, now: number): Promise<void> {
  const isOld = and(isNull(f.submissionId), isNull(f.linkHash), lt(f.createdAt, now - unsentLifetime))
  const old = await readAll(db, db.select({ id: f.id }).from(f).where(isOld).orderBy(f.createdAt).limit(maxDeletedPerRun))
  const [first] = old
  if (!first) return
  // One may have been sent or linked since.
  const which = sql`${inList(
    f.id,
    old.map(({ id }) => id),
  )} AND ${f.submissionId} IS NULL AND ${f.linkHash} IS NULL`
  await runBatch(db, { deleted: deleteFiles(which, `erase-unsent-files:${first.id}:${now}`, now) })
}
