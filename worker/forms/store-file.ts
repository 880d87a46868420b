import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { detectFile } from '../../domain/files/file-format.ts'
import { readPicture } from '../../domain/files/picture-format.ts'
import { makeSafeName } from '../../domain/files/safe-name.ts'
import { stripMetadata } from '../../domain/files/strip-metadata.ts'
import { judgeSending, judgeVersion, mayChange } from '../../domain/forms/access.ts'
import type { FormContent } from '../../domain/forms/content.ts'
import {
  type FormFile,
  type FormFileUpload,
  formFileKey,
  maxFormFileBytes,
  smallFileKey,
  takesFiles,
  type UnsentFileSecret,
} from '../../domain/forms/files.ts'
import { indexContent } from '../../domain/forms/index-content.ts'
import { maxUnsentFiles } from '../../domain/forms/limits.ts'
import { formNotFound } from '../../domain/forms/rules.ts'
import { photoWidths } from '../../domain/places/rules.ts'
import { maxPicturePixels } from '../../domain/profiles/pictures.ts'
import type { Env } from '../env.ts'
import { drawVariants, unreadablePicture } from '../files/draw-variants.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'

import { findOwn } from './change-submission.ts'
import { hashFileSecret, isOwnFile } from './claim-files.ts'
import { deleteFiles, unsentLifetime } from './files.ts'
import { type FormViewer, findForm } from './find-form.ts'
import { hashResumeKey } from './form-links.ts'
import { formFiles as f, formLinks, forms } from './schema.ts'

/** Who adds a file. `addressHash` is a keyed hash of the network address, by which who has no account is counted. */
export type Uploader = { viewer: FormViewer; addressHash: string }

/** The version that is filled, as far as this person may fill or change it now. */
async function findContent(
  db: Database,
  viewer: FormViewer,
  formId: string,
  { version, code, guest, submissionId, key }: FormFileUpload,
  now: number,
): Promise<FormContent> {
  if (submissionId !== undefined) {
    const own = await findOwn(db, { actor: { id: viewer?.id ?? null, isAdmin: false }, key }, { formId, submissionId })
    // What an organizer has filled is completed also where nothing can be changed later.
    const isCompleted = own.missing !== null && own.state === 'asked'
    if (!isCompleted && !mayChange(own.state, own.settings, now)) throw new AppError('SubmissionFixed')
    return own.content
  }
  const { form, settings, latest, filled } = await findForm(db, viewer, formId, { now, version, code, guest })
  const used = version === undefined ? latest : filled
  if (!used) throw formNotFound()
  // An organizer fills a form for somebody also when it is closed for the others.
  const closed = form.isOrganizer ? null : judgeSending({ ...settings, isClosed: form.isClosed, closedAt: form.closedAt }, now)
  const refusal = closed ?? judgeVersion(used.replacedAt, now)
  if (refusal) throw refusal
  return used.content
}

type Stored = { name: string; type: string; bytes: Uint8Array<ArrayBuffer>; small: Uint8Array<ArrayBuffer> | ArrayBuffer | null }

const pictureEndings = /\.(jpe?g|png|webp|gif|heic|heif|avif|bmp|tiff?)$/i
const endingsOf = (type: string) => (type === 'image/jpeg' ? ['jpg', 'jpeg'] : [type.slice('image/'.length)])
/** A picture may be stored in another format than the one that its name tells. */
const namePicture = (name: string, type: string) => {
  const endings = endingsOf(type)
  const said = pictureEndings.exec(name)?.[1]?.toLowerCase()
  return makeSafeName(said === undefined || endings.includes(said) ? name : name.replace(pictureEndings, ''), endings)
}

/** What is stored of a file. Its content decides what it is. A photo is drawn again; of any other picture only the metadata is removed. */
async function readFile(env: Env, given: string, bytes: Uint8Array<ArrayBuffer>, isPhoto: boolean): Promise<Stored> {
  if (bytes.length > maxFormFileBytes) throw new AppError('FileTooLarge')
  const picture = readPicture(bytes)
  if (picture && picture.width * picture.height > maxPicturePixels) throw new AppError('PictureTooManyPixels')
  if (isPhoto) {
    if (!picture) throw unreadablePicture()
    const variants = await drawVariants(env.IMAGES, bytes, picture, { sizes: photoWidths, isSquare: false })
    const [small, large] = [variants[0], variants.at(-1)]
    if (!small || !large) throw unreadablePicture()
    return { name: namePicture(given, large.type), type: large.type, bytes: new Uint8Array(large.bytes), small: small.bytes }
  }
  if (picture) {
    const type = `image/${picture.format}`
    return { name: namePicture(given, type), type, bytes: stripMetadata(bytes, picture.format), small: null }
  }
  const format = detectFile(bytes)
  if (!format) throw new AppError('FileKindRefused')
  return { name: makeSafeName(given, format.extensions), type: format.type, bytes, small: null }
}

type StoreContext = { db: Database; env: Env; now: number }

/**
 * Stores a file for a form that is sent next. The row comes before the content, so that no content stays without anybody who deletes it. A
 * repeated request with the same key stores it once.
 */
export async function storeFormFile(
  { db, env, now }: StoreContext,
  { viewer, addressHash }: Uploader,
  formId: string,
  upload: FormFileUpload,
  readBody: () => Promise<ArrayBuffer>,
): Promise<FormFile> {
  const field = indexContent(await findContent(db, viewer, formId, upload, now)).fields.get(upload.field)?.field
  if (!field || !takesFiles(field)) throw new AppError('FormTakesNoFile')
  const file = await readFile(env, upload.name, new Uint8Array(await readBody()), field.kind === 'photo')
  const secretHash = viewer ? null : await hashFileSecret(formId, upload.secret)
  const linkHash = viewer || upload.resume === undefined ? null : await hashResumeKey(formId, upload.resume)
  const id = await deriveId('form-file', formId, field.id, viewer?.id ?? secretHash, upload.idempotencyKey)
  const key = formFileKey(formId, id)
  const isTheirs = viewer ? sql`${f.userId} = ${viewer.id}` : sql`${f.userId} IS NULL AND ${f.addressHash} = ${addressHash}`
  const unsent = sql`(SELECT count(*) FROM ${f} WHERE ${f.formId} = ${formId} AND ${f.submissionId} IS NULL AND ${isTheirs}
    AND (${f.linkHash} IS NULL OR ${f.createdAt} > ${now - unsentLifetime}))`
  const { stored } = await runBatch(db, {
    added: insertSelect(
      f,
      {
        ...{ id, formId: forms.id, fieldId: field.id, userId: viewer?.id ?? null, secretHash },
        addressHash: viewer ? null : addressHash,
        // A link that has ended opens nothing.
        linkHash: linkHash && sql`(SELECT ${formLinks.keyHash} FROM ${formLinks} WHERE ${formLinks.keyHash} = ${linkHash})`,
        ...{ name: file.name, type: file.type, key, createdAt: now },
      },
      sql`FROM ${forms} WHERE ${forms.id} = ${formId} AND ${unsent} < ${maxUnsentFiles} ON CONFLICT DO NOTHING`,
    ),
    stored: db.select({ name: f.name, type: f.type, size: f.size }).from(f).where(eq(f.id, id)),
  })
  const [row] = stored.rows
  if (!row) throw new AppError('FormFilesFull', { values: { max: maxUnsentFiles } })
  if (row.size !== null) return { id, name: row.name, type: row.type, size: row.size }
  const httpMetadata = { contentType: file.type }
  if (file.small) await env.FILES.put(smallFileKey(key), file.small, { httpMetadata })
  await env.FILES.put(key, file.bytes, { httpMetadata })
  const size = file.bytes.length
  const changes = await write(db, db.update(f).set({ size }).where(eq(f.id, id)))
  if (changes > 0) return { id, name: row.name, type: row.type, size }
  // The form or the account was deleted while the content was on its way.
  await env.FILES.delete([key, smallFileKey(key)])
  throw new AppError('FileNotStored')
}

/** Removes a file that was not sent. Doing it again changes nothing. */
export async function removeUnsentFile(
  db: Database,
  now: number,
  viewer: FormViewer,
  { formId, fileId, secret, resume }: { formId: string; fileId: string } & UnsentFileSecret,
): Promise<void> {
  const linkHash = resume === undefined ? null : await hashResumeKey(formId, resume)
  const isOwn = isOwnFile(viewer?.id ?? null, await hashFileSecret(formId, secret), linkHash)
  await runBatch(db, {
    removed: deleteFiles(sql`${and(eq(f.id, fileId), eq(f.formId, formId))} AND ${isOwn}`, `erase-form-file:${fileId}:${now}`, now),
  })
}
