import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import { makeAttachment } from '../../domain/files/safe-name.ts'
import { FormPath } from '../../domain/forms/contract.ts'
import {
  FormFile,
  FormFileUpload,
  maxFormFileBytes,
  SubmissionFilePath,
  SubmissionFileQuery,
  smallFileKey,
  UnsentFilePath,
  UnsentFileSecret,
} from '../../domain/forms/files.ts'
import { pictureTypes } from '../../domain/profiles/pictures.ts'
import { requireComplete } from '../access/viewer.ts'
import { inertPolicy } from '../files/inert-policy.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { type BodyLimit, limitCostly, limitFiles } from '../platform/limits.ts'
import { describeFile, describeOperations } from '../platform/operation.ts'
import { asPerson } from '../teams/actor.ts'
import { hashAddress } from './hash-address.ts'
import { storeFormPicture } from './pictures.ts'
import { removeUnsentFile, storeFormFile } from './store-file.ts'
import { findViewer, limitedAs, requireSender, viewerOf } from './submission-routes.ts'
import { findSubmissionFile } from './submissions.ts'
import { tryCode } from './try-code.ts'

const bodyTypes = ['application/octet-stream']

/** The limits for a file of an answer. What it is, its content says. */
export const formFileBody: BodyLimit = {
  maxSize: maxFormFileBytes,
  types: bodyTypes,
  tooLarge: 'FileTooLarge',
  unsupported: 'FileBodyUnsupported',
}

const operation = describeOperations('Forms')
const StoredPicture = v.object({ pictureId: v.string() })

/** Mounted under /forms. */
export const formFileRoutes = new Hono<AppEnv>()
  .post(
    '/:id/files',
    describeRoute({
      tags: ['Forms'],
      summary: 'Add a file to an answer that I send next',
      description:
        'The bytes of a picture (JPEG, PNG, WebP, stored without metadata), PDF, text, calendar, office document, ZIP, audio or video, at most 10 MB. Its content decides what it is. Unless it is sent, it is deleted after two days. The secret is the idempotency key with which the form is sent.',
      requestBody: describeFile(bodyTypes),
      responses: { 201: { description: 'The file', content: { 'application/json': { schema: resolver(FormFile) } } } },
    }),
    input('param', FormPath),
    input('query', FormFileUpload),
    async (c) => {
      const { guest } = c.req.valid('query')
      const viewer = await requireSender(c, guest)
      await limitFiles(c, 'form-file', limitedAs(c, viewer, guest))
      const { id } = c.req.valid('param')
      const addressHash = await hashAddress(c, 'form files', id)
      const context = { db: getPrimary(c), env: c.env, now: c.var.now() }
      const store = () => storeFormFile(context, { viewer, addressHash }, id, c.req.valid('query'), () => c.req.arrayBuffer())
      return c.json(await tryCode(c, viewer, c.req.valid('query').code, store), 201)
    },
  )
  .delete(
    '/:id/files/:fileId',
    operation('Remove a file that I have not sent', 204, undefined, 'Doing it again changes nothing.'),
    input('param', UnsentFilePath),
    input('query', UnsentFileSecret),
    async (c) => {
      const { id: formId, fileId } = c.req.valid('param')
      await removeUnsentFile(getPrimary(c), c.var.now(), await findViewer(c), { formId, fileId, ...c.req.valid('query') })
      return c.body(null, 204)
    },
  )
  .get(
    '/:id/submissions/:submissionId/files/:fileId',
    describeRoute({
      tags: ['Forms'],
      summary: 'A file of what was sent',
      description: 'For the sender, by their account or by the key from their link, and for those who run the form.',
      responses: { 200: { description: 'The content of the file' } },
    }),
    input('param', SubmissionFilePath),
    input('query', SubmissionFileQuery),
    async (c) => {
      const { id: formId, submissionId, fileId } = c.req.valid('param')
      const { key, size } = c.req.valid('query')
      const file = await findSubmissionFile(getPrimary(c), await viewerOf(c, key), { formId, submissionId, fileId })
      const content = await c.env.FILES.get(size === 'small' ? smallFileKey(file.key) : file.key)
      if (!content) throw new AppError('FormFileNotFound')
      return c.body(content.body, 200, {
        'content-type': content.httpMetadata?.contentType ?? file.type,
        'content-length': String(content.size),
        'content-disposition': makeAttachment(file.name),
        'cache-control': 'private, no-store',
        'content-security-policy': inertPolicy,
      })
    },
  )
  .post(
    '/:id/pictures',
    describeRoute({
      tags: ['Forms'],
      summary: 'Store a picture for a form that I build',
      description: 'The bytes of a JPEG, PNG or WebP, at most 5 MB and 40 megapixels. Stored in two widths, without metadata.',
      requestBody: describeFile(pictureTypes),
      responses: { 201: { description: 'Its id', content: { 'application/json': { schema: resolver(StoredPicture) } } } },
    }),
    input('param', FormPath),
    async (c) => {
      const { id } = await requireComplete(c)
      await limitCostly(c, 'picture', id)
      const context = { ...getClock(c), db: getPrimary(c), env: c.env }
      const pictureId = await storeFormPicture(context, asPerson(id), c.req.valid('param').id, () => c.req.arrayBuffer())
      return c.json({ pictureId }, 201)
    },
  )

export type FormFileRoutes = typeof formFileRoutes
