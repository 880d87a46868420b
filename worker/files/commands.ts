import { AppError } from '../../domain/errors.ts'
import { readPicture } from '../../domain/files/picture-format.ts'
import { maxPicturePixels } from '../../domain/profiles/pictures.ts'
import type { Env } from '../env.ts'
import { toBase64Url } from '../platform/base64.ts'
import { drawVariants, unreadablePicture } from './draw-variants.ts'

type Upload = { userId: string; uploadId: string; bytes: Uint8Array<ArrayBuffer> }

/**
 * Stores a picture in all sizes and returns its key. Each upload has its own key, even for the same bytes. So no two people
 * share files, and deleting an old picture never deletes the same picture that was uploaded again.
 */
export async function storeAvatar({ FILES, IMAGES }: Pick<Env, 'FILES' | 'IMAGES'>, { userId, uploadId, bytes }: Upload): Promise<string> {
  const picture = readPicture(bytes)
  if (!picture) throw unreadablePicture()
  if (picture.width * picture.height > maxPicturePixels) throw new AppError('PictureTooManyPixels')
  const variants = await drawVariants(IMAGES, bytes, picture)
  const key = toBase64Url(await crypto.subtle.digest('SHA-256', await new Blob([`${userId}\n${uploadId}\n`, bytes]).arrayBuffer()))
  await Promise.all(
    variants.map(({ size, type, bytes: content }) => FILES.put(`avatars/${key}/${size}`, content, { httpMetadata: { contentType: type } })),
  )
  return key
}

/** Deletes a picture in all sizes. Does nothing if it was deleted already. */
export async function deleteAvatar({ FILES }: Pick<Env, 'FILES'>, key: string): Promise<void> {
  const { objects } = await FILES.list({ prefix: `avatars/${key}/` })
  if (objects.length > 0) await FILES.delete(objects.map((object) => object.key))
}
