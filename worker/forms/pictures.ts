import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { FormContent } from '../../domain/forms/content.ts'
import { maxFormPictures } from '../../domain/forms/limits.ts'
import { listPictureIds } from '../../domain/forms/list-pictures.ts'
import { judgeForm } from '../../domain/forms/rules.ts'
import type { Env } from '../env.ts'
import { deletePhoto, storePhoto } from '../files/photos.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { requireTeamOf } from './queries.ts'
import { formPictures, forms } from './schema.ts'

type PictureContext = Clock & { db: Database; env: Pick<Env, 'FILES' | 'IMAGES'> }

/** Stores a picture for a form that the person builds, and returns its id. */
export async function storeFormPicture(
  { db, env, now, newId }: PictureContext,
  actor: Actor,
  formId: string,
  readBody: () => Promise<ArrayBuffer>,
): Promise<string> {
  const teamId = await requireTeamOf(db, formId)
  const { facts } = await runBatch(db, { facts: selectFacts(actor, teamId) })
  const refusal = judgeForm(facts.rows.length > 0 ? readFacts(actor, facts).actorRoles : [])
  if (refusal) throw refusal
  const key = await storePhoto(env, { owner: `form ${formId}`, uploadId: newId(), bytes: new Uint8Array(await readBody()) })
  const count = sql`(SELECT count(*) FROM ${formPictures} WHERE ${formPictures.teamId} = ${teamId})`
  const { added } = await runBatch(db, {
    added: insertSelect(
      formPictures,
      { key, teamId: forms.teamId, createdAt: now },
      sql`FROM ${forms} WHERE ${forms.id} = ${formId} AND ${canAct(actor, teamId, 'forms.manage')} AND ${count} < ${maxFormPictures}`,
    ),
  })
  if (added.changes > 0) return key
  await deletePhoto(env, key)
  throw new AppError('FormPicturesFull', { values: { max: maxFormPictures } })
}

/** Notes that the community of a new form shows these pictures too. Only what is a picture of a form counts. */
export const copyPictures = (formId: string, content: FormContent, now: number): SQL =>
  insertSelect(
    formPictures,
    { key: sql`copied.key`, teamId: forms.teamId, createdAt: now },
    sql`FROM (SELECT DISTINCT ${formPictures.key} AS key FROM json_each(${JSON.stringify(listPictureIds(content))}) shown
        JOIN ${formPictures} ON ${formPictures.key} = shown.value) copied
      JOIN ${forms} ON ${forms.id} = ${formId} WHERE true ON CONFLICT DO NOTHING`,
  )

const other = alias(formPictures, 'other')

/** The files of these pictures in R2, unless another community shows them too. */
export function keysOfPictures(which: SQL): SQL {
  const others = sql`SELECT 1 FROM ${formPictures} ${other} WHERE ${other.key} = ${formPictures.key} AND ${other.teamId} <> ${formPictures.teamId}`
  return sql`SELECT 'photos/' || ${formPictures.key} || '/' AS key FROM ${formPictures} WHERE ${which} AND NOT EXISTS (${others})`
}
