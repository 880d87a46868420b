import { and, eq, inArray, sql } from 'drizzle-orm'
import { exportTimeout } from '../../domain/data-exports/rules.ts'
import { formExportFormats, formExportLifetime } from '../../domain/forms/export-contract.ts'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { notifyOf } from '../notifications/commands.ts'
import { type MessageInsert, runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import { eraseFiles } from '../platform/erase-files.ts'
import type { JobContext } from '../platform/job-context.ts'
import { JobError } from '../platform/job-error.ts'
import { openUpload } from '../platform/upload.ts'
import { isOfRequest, otherPart } from './export-parts.ts'
import { formExportKey } from './exports.ts'
import { type ListFiles, listFilesOf } from './files.ts'
import { type LaterParts, packSubmissions } from './pack-submissions.ts'
import { formExports } from './schema.ts'
import { findExport } from './select-exported.ts'

type Making = Pick<JobContext, 'env' | 'db' | 'now'>
type FoundExport = NonNullable<Awaited<ReturnType<typeof findExport>>>

const types = { csv: 'text/csv; charset=utf-8', zip: 'application/zip' }

/** A name that every system takes as the name of a file. */
const toFileName = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/[^\w -]/g, '')
    .trim()
    .slice(0, 60) || 'Form'

const stillWaits = (exportId: string) => and(eq(formExports.id, exportId), eq(formExports.state, 'waiting'))
const isNewOf = (exportId: string) => sql`EXISTS (SELECT 1 FROM ${formExports} WHERE ${stillWaits(exportId)})`

/**
 * Makes a file with submissions. After a crash it starts again and replaces the same file. Running twice notifies once. If the row is gone
 * meanwhile, for example because a person who is in the file deleted their account, the file is deleted too.
 */
export async function makeFormExport(
  { exportId, platform }: Pick<WorkOf<'make-form-export'>, 'exportId' | 'platform'>,
  context: Making,
  listFiles: ListFiles = listFilesOf,
): Promise<void> {
  const { db, now, env } = context
  const found = await findExport(db, exportId)
  if (!found)
    return eraseFiles(
      env.FILES,
      formExportFormats.map((format) => formExportKey({ id: exportId, format })),
    )
  if (found.state !== 'waiting') return
  try {
    const made = await makeFile(db, { ...found, id: exportId }, context, listFiles)
    await finish(db, exportId, found, { ...made, now, platform, files: env.FILES })
  } catch (error) {
    if (now - found.createdAt < exportTimeout) throw error
    await runBatch(db, {
      told: tellOf(exportId, found, { now, platform }),
      failed: db
        .update(formExports)
        .set({ state: 'failed', expiresAt: now + formExportLifetime })
        .where(stillWaits(exportId)),
    })
    throw new JobError('The file took too long and was marked as failed.', { permanent: true, cause: error })
  }
}

async function makeFile(db: Database, found: FoundExport & { id: string }, { env, now }: Making, listFiles: ListFiles) {
  const { format, title, createdAt, part } = found
  const which = part.inParts ? ` part ${part.inParts.number} of ${part.inParts.of}` : ''
  const name = `${toFileName(title)} ${new Date(createdAt).toISOString().slice(0, 10)}${which}`
  const upload = openUpload(env.FILES, formExportKey(found), {
    contentType: types[format],
    contentDisposition: `attachment; filename="${name}.${format}"`,
  })
  try {
    const packed = await packSubmissions(found, { db, now, upload, files: env.FILES, listFiles })
    return { ...packed, size: await upload.end() }
  } catch (error) {
    await upload.abort()
    throw error
  }
}

type Made = {
  size: number
  count: number
  later: LaterParts
  now: number
  platform: WorkOf<'make-form-export'>['platform']
  files: R2Bucket
}

/**
 * Of one request, the first part is told at once, and the last one that is finished tells of all. It stands before the statement that finishes this
 * one. A part that failed tells nothing of itself.
 */
function tellOf(
  id: string,
  { formId, part }: FoundExport,
  { now, platform }: Pick<Made, 'now' | 'platform'>,
  isMade = false,
): MessageInsert {
  const isLast = sql`NOT EXISTS (SELECT 1 FROM ${formExports} ${otherPart}
    WHERE ${isOfRequest(formId, part.first ?? '')} AND ${otherPart.id} <> ${id} AND ${otherPart.state} = 'waiting')`
  const isTold = part.first === undefined ? sql.raw(isMade && !part.only ? '1' : '0') : isLast
  return notifyOf({ kind: 'form-exported', exportId: id }, { id: `form-exported:${id}`, now, platform }, sql`${isNewOf(id)} AND ${isTold}`)
}

/** Marks the file as made, tells of it, and asks for the parts after it. */
async function finish(db: Database, id: string, found: FoundExport, { size, count, later, now, platform, files }: Made): Promise<void> {
  const { format, formId, userId, part } = found
  const isNew = isNewOf(id)
  const partsOf = (number: number) => ({ inParts: { number, of: later.length + 1 } })
  const ids = await Promise.all(later.map((_, index) => deriveId('form-export-part', id, String(index + 2))))
  const { existing } = await runBatch(db, {
    existing: db
      .select({ id: formExports.id })
      .from(formExports)
      .where(inArray(formExports.id, [id])),
    told: tellOf(id, found, { now, platform }, true),
    parts: later.map((only, index) =>
      insertSelect(
        formExports,
        {
          // It waits from now on, however long the first part took.
          ...{ id: ids[index] ?? '', formId, userId, format, createdAt: now },
          state: 'waiting',
          part: { ...part, ...partsOf(index + 2), first: id, only },
        },
        sql`FROM ${formExports} WHERE ${stillWaits(id)} ON CONFLICT DO NOTHING`,
      ),
    ),
    work: putInOutbox(
      'work',
      ids.map((partId) => ({
        id: `make-form-export:${partId}`,
        body: { kind: 'make-form-export', exportId: partId, platform } satisfies WorkOf<'make-form-export'>,
      })),
      { now, when: isNew },
    ),
    made: db
      .update(formExports)
      .set({
        state: 'made',
        size,
        count,
        expiresAt: now + formExportLifetime,
        part: { ...part, ...(later.length > 0 && partsOf(1)) },
      })
      .where(stillWaits(id)),
  })
  if (existing.rows.length === 0) await files.delete(formExportKey({ id, format }))
}
