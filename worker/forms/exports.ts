import { and, desc, eq, gt, inArray, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { exportTimeout } from '../../domain/data-exports/rules.ts'
import { AppError } from '../../domain/errors.ts'
import { type ExportForm, type FormExport, formExportLifetime } from '../../domain/forms/export-contract.ts'
import { maxExportsOfForm, maxListedExports } from '../../domain/forms/limits.ts'
import { formExportFolder } from '../../domain/forms/paths.ts'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import { day } from '../../domain/time/spans.ts'
import { requireViewer } from '../access/viewer.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { type MessageInsert, readFirst, runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { AppContext } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import { eraseFiles } from '../platform/erase-files.ts'
import { type CommandContext, getPrimary } from '../platform/from-request.ts'
import { type Actor, asPerson, canAct, selectFacts } from '../teams/actor.ts'
import { firstOf, isOfRequest, otherPart } from './export-parts.ts'
import { hasPrivateFields } from './private-answers.ts'
import { requireTeamOf } from './queries.ts'
import { formExports, forms } from './schema.ts'
import { requireOrganizer } from './submissions.ts'

const maxErasedPerRun = 50

type ExportFile = { id: string; format: FormExport['format'] }

/** The key of the file in the file storage. */
export const formExportKey = ({ id, format }: ExportFile) => `${formExportFolder}/${id}.${format}`

const columns = {
  ...{ id: formExports.id, format: formExports.format, state: formExports.state, count: formExports.count, size: formExports.size },
  ...{ createdAt: formExports.createdAt, expiresAt: formExports.expiresAt },
  inParts: sql<string | null>`${formExports.part}->'$.inParts'`.as('in_parts'),
}

/** A file with answers that only the owner sees is only for those who see them. */
const mayOpen = (organizer: Actor, teamId: string | SQLWrapper) =>
  sql`(NOT coalesce(${formExports.part}->>'hasPrivate', 0) OR ${canAct(organizer, teamId, 'forms.viewPrivate')})`

/** Asks for a file with submissions, which a job makes. A second request with the same key makes no second file. Returns its id. */
export async function requestFormExport(
  db: Database,
  { now, platform }: CommandContext,
  userId: string,
  formId: string,
  { format, idempotencyKey, ...part }: ExportForm,
): Promise<string> {
  const organizer = asPerson(userId)
  const teamId = await requireTeamOf(db, formId)
  const id = await deriveId('form-export', userId, formId, idempotencyKey)
  const recent = sql`(SELECT count(*) FROM ${formExports} WHERE ${formExports.formId} = ${formId} AND ${formExports.createdAt} > ${now - day}
    AND ${formExports.part}->'only' IS NULL)`
  const isNew = sql`EXISTS (SELECT 1 FROM ${formExports} WHERE ${formExports.id} = ${id} AND ${formExports.createdAt} = ${now})`
  const hasPrivate = sql`iif(${canAct(organizer, teamId, 'forms.viewPrivate')} AND ${hasPrivateFields(formId)}, 'true', 'false')`
  const stored = sql`json_set(${JSON.stringify(part)}, '$.hasPrivate', json(${hasPrivate}))`
  const { facts, published, existing } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    published: db
      .select({ id: forms.id })
      .from(forms)
      .where(and(eq(forms.id, formId), sql`${forms.publishedNumber} IS NOT NULL`)),
    created: insertSelect(
      formExports,
      { id, formId: forms.id, userId, format, state: 'waiting', part: stored, createdAt: now },
      sql`FROM ${forms} WHERE ${forms.id} = ${formId} AND ${forms.publishedNumber} IS NOT NULL AND ${canAct(organizer, teamId, 'forms.manage')} AND ${recent} < ${maxExportsOfForm} ON CONFLICT DO NOTHING`,
    ),
    work: putInOutbox(
      'work',
      [{ id: `make-form-export:${id}`, body: { kind: 'make-form-export', exportId: id, platform } satisfies WorkOf<'make-form-export'> }],
      {
        now,
        when: isNew,
      },
    ),
    existing: db.select({ id: formExports.id }).from(formExports).where(eq(formExports.id, id)),
  })
  requireOrganizer(organizer, facts)
  if (published.rows.length === 0) throw new AppError('FormNotPublished')
  if (existing.rows.length === 0) throw new AppError('FormExportsFull', { values: { max: maxExportsOfForm } })
  return id
}

/** The files of a form that are there, or are being made. */
export async function listFormExports(db: Database, now: number, organizer: Actor, formId: string): Promise<FormExport[]> {
  const teamId = await requireTeamOf(db, formId)
  const isThere = or(isNull(formExports.expiresAt), gt(formExports.expiresAt, now))
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    found: db
      .select(columns)
      .from(formExports)
      .where(and(eq(formExports.formId, formId), isThere, mayOpen(organizer, teamId)))
      .orderBy(desc(formExports.createdAt), desc(sql`${formExports.part}->>'$.inParts.number'`), desc(formExports.id))
      .limit(maxListedExports),
  })
  requireOrganizer(organizer, facts)
  return found.rows.map((row) => ({ ...row, inParts: row.inParts === null ? null : JSON.parse(row.inParts) }))
}

/** Only those who run the form now, and may see what is in a file, may download it, until it expires. */
export async function mayDownloadFormExport(c: AppContext, key: string): Promise<boolean> {
  const viewer = await requireViewer(c)
  const [id = '', format] = key.split('.')
  const db = getPrimary(c)
  const found = await readFirst(
    db,
    db
      .select({ format: formExports.format })
      .from(formExports)
      .innerJoin(forms, eq(forms.id, formExports.formId))
      .where(
        and(
          ...[eq(formExports.id, id), eq(formExports.state, 'made'), gt(formExports.expiresAt, c.var.now())],
          canAct(asPerson(viewer.id), forms.teamId, 'forms.manage'),
          mayOpen(asPerson(viewer.id), forms.teamId),
        ),
      ),
  )
  return found !== undefined && found.format === format
}

const late = alias(formExports, 'late')
const hangs = ({ expiresAt, createdAt }: Record<'expiresAt' | 'createdAt', SQLWrapper>, now: number): SQL =>
  sql`(${expiresAt} IS NULL AND ${createdAt} < ${now - 2 * exportTimeout})`

/** Tells of the parts of a request whose last one hangs, as if it had failed by itself. */
const tellOfHanging = (now: number): MessageInsert =>
  notifyOfRows(
    sql`SELECT 'form-exported:' || ${late.id} AS id, json_object('kind', 'form-exported', 'exportId', ${late.id}) AS fact FROM ${formExports} ${late}
      WHERE ${hangs(late, now)} AND ${firstOf(late)} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${formExports} ${otherPart}
        WHERE ${isOfRequest(late.formId, firstOf(late))} AND ${otherPart.expiresAt} IS NULL
          AND (${otherPart.id} > ${late.id} OR NOT ${hangs(otherPart, now)}))`,
    { now },
  )

/** Deletes expired files: first the files, then the rows that refer to them. What hangs is marked as failed. */
export async function expireFormExports(db: Database, files: R2Bucket, now: number): Promise<void> {
  const { expired } = await runBatch(db, {
    told: tellOfHanging(now),
    timedOut: db
      .update(formExports)
      .set({ state: 'failed', expiresAt: now + formExportLifetime })
      .where(hangs(formExports, now)),
    expired: db
      .select({ id: formExports.id, format: formExports.format })
      .from(formExports)
      .where(lte(formExports.expiresAt, now))
      .orderBy(formExports.expiresAt)
      .limit(maxErasedPerRun),
  })
  if (expired.rows.length === 0) return
  await eraseFiles(files, expired.rows.map(formExportKey))
  await write(
    db,
    db.delete(formExports).where(
      inArray(
        formExports.id,
        expired.rows.map(({ id }) => id),
      ),
    ),
  )
}
