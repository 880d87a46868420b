import { Hono } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import { AppError } from '../../domain/errors.ts'
import { SavedPicture } from '../../domain/profiles/contract.ts'
import { maxPictureBytes, pictureTypes, pictureUrl } from '../../domain/profiles/pictures.ts'
import { requireViewer } from '../access/viewer.ts'
import { setPhoto } from '../accounts/set-photo.ts'
import { deleteAvatar, storeAvatar } from '../files/commands.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { type BodyLimit, limitCostly } from '../platform/limits.ts'
import { getErrorFields, logLine } from '../platform/log.ts'
import { describeFile } from '../platform/operation.ts'

export const pictureBody: BodyLimit = {
  maxSize: maxPictureBytes,
  types: pictureTypes,
  tooLarge: 'PictureTooLarge',
  unsupported: 'PictureTypeUnsupported',
}

/** Deletes an unused picture after the response, so that the person does not wait for it. */
function deleteSoon(c: AppContext, key: string | null): void {
  if (key === null) return
  c.executionCtx.waitUntil(
    deleteAvatar(c.env, key).catch((error: unknown) => logLine('error', 'avatar-not-deleted', { key, ...getErrorFields(error) })),
  )
}

/** Stores the key in the person's row and deletes the previous picture. If storing fails, it deletes the new picture. */
async function savePhoto(c: AppContext, userId: string, key: string | null): Promise<void> {
  const replaced = await setPhoto(c.var.db, userId, key, c.var.now()).catch((error: unknown) => {
    deleteSoon(c, key)
    throw error
  })
  if (!replaced) {
    deleteSoon(c, key)
    throw new AppError('SignInRequired')
  }
  deleteSoon(c, replaced.previousKey)
}

export const pictureRoutes = new Hono<AppEnv>()
  .put(
    '/',
    describeRoute({
      tags: ['Profiles'],
      summary: 'Set my picture',
      description: 'Send a JPEG, PNG or WebP file of at most 5 MB and 40 megapixels. We store square sizes of it, without metadata.',
      requestBody: describeFile(pictureTypes),
      responses: {
        200: { description: 'The URL of the new picture', content: { 'application/json': { schema: resolver(SavedPicture) } } },
      },
    }),
    async (c) => {
      const { id } = await requireViewer(c)
      await limitCostly(c, 'picture', id)
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      const key = await storeAvatar(c.env, { userId: id, uploadId: c.var.newId(), bytes })
      await savePhoto(c, id, key)
      return c.json({ pictureUrl: pictureUrl(key, 96) ?? '' } satisfies SavedPicture)
    },
  )
  .delete(
    '/',
    describeRoute({ tags: ['Profiles'], summary: 'Remove my picture', responses: { 204: { description: 'Removed' } } }),
    async (c) => {
      const { id } = await requireViewer(c)
      await savePhoto(c, id, null)
      return c.body(null, 204)
    },
  )
