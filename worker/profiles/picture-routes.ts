import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { AppError } from '../../domain/errors.ts'
import { SavedPicture } from '../../domain/profiles/contract.ts'
import { largestPictureBytes, pictureTypes, pictureUrl } from '../../domain/profiles/pictures.ts'
import { requireViewer } from '../access/viewer.ts'
import { setPhoto } from '../accounts/set-photo.ts'
import { deleteAvatar, storeAvatar } from '../files/commands.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { type BodyBound, limitCostly } from '../platform/limits.ts'
import { errorFields, logLine } from '../platform/log.ts'
import { fileOf } from '../platform/operation.ts'

export const pictureBody: BodyBound = {
  maxSize: largestPictureBytes,
  types: pictureTypes,
  tooLarge: 'PictureTooHeavy',
  unsupported: 'PictureTypeUnsupported',
}

/** Nobody waits for files that are shown nowhere any more. */
function deleteSoon(c: AppContext, key: string | null): void {
  if (key === null) return
  c.executionCtx.waitUntil(
    deleteAvatar(c.env, key).catch((error: unknown) => logLine('error', 'avatar-not-deleted', { key, ...errorFields(error) })),
  )
}

/** Puts the key into the person's row. A picture that did not get there is nobody's, and goes. */
async function keepPhoto(c: AppContext, userId: string, key: string | null): Promise<void> {
  const kept = await setPhoto(c.var.db, userId, key, c.var.now()).catch((error: unknown) => {
    deleteSoon(c, key)
    throw error
  })
  if (!kept) {
    deleteSoon(c, key)
    throw new AppError('SignInRequired')
  }
  deleteSoon(c, kept.former)
}

export const pictureRoutes = new Hono<AppEnv>()
  .put(
    '/',
    describeRoute({
      tags: ['Profiles'],
      summary: 'Set my picture',
      description: 'The bytes of a JPEG, PNG or WebP, at most 5 MB and 40 megapixels. Kept as squares, without metadata.',
      requestBody: fileOf(pictureTypes),
      responses: { 200: { description: 'Where it is now', content: { 'application/json': { schema: resolver(SavedPicture) } } } },
    }),
    async (c) => {
      const { id } = await requireViewer(c)
      await limitCostly(c, 'picture', id)
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      const key = await storeAvatar(c.env, { userId: id, uploadId: c.var.newId(), bytes })
      await keepPhoto(c, id, key)
      return c.json({ pictureUrl: pictureUrl(key, 96) ?? '' } satisfies SavedPicture)
    },
  )
  .delete(
    '/',
    describeRoute({ tags: ['Profiles'], summary: 'Remove my picture', responses: { 204: { description: 'There is none any more' } } }),
    async (c) => {
      const { id } = await requireViewer(c)
      await keepPhoto(c, id, null)
      return c.body(null, 204)
    },
  )
