import { AppError } from '../../domain/errors.ts'
import { readPicture } from '../../domain/files/picture-format.ts'
import { maxPicturePixels } from '../../domain/profiles/pictures.ts'
import type { Env } from '../env.ts'
import { toBase64Url } from '../platform/base64.ts'
import { drawVariants, unreadable } from './draw-variants.ts'

type Upload = { userId: string; uploadId: string; bytes: Uint8Array<ArrayBuffer> }

/**
 * Keeps a picture in every size and answers with its key. Each upload has a key of its own, also of the same bytes:
 * no two people share files, and taking an older picture away never takes one that was just put up again.
 */
export async function storeAvatar({ FILES, IMAGES }: Pick<Env, 'FILES' | 'IMAGES'>, { userId, uploadId, bytes }: Upload): Promise<string> {
  const picture = readPicture(bytes)
  if (!picture) throw unreadable()
  if (picture.width * picture.height > maxPicturePixels) throw new AppError('PictureTooManyPixels')
  const variants = await drawVariants(IMAGES, bytes, picture)
  const key = toBase64Url(await crypto.subtle.digest('SHA-256', await new Blob([`${userId}\n${uploadId}\n`, bytes]).arrayBuffer()))
  await Promise.all(
    variants.map(({ size, type, bytes: content }) => FILES.put(`avatars/${key}/${size}`, content, { httpMetadata: { contentType: type } })),
  )
  return key
}

/** Takes away every size there is of a picture. Nothing happens where it is gone already. */
export async function deleteAvatar({ FILES }: Pick<Env, 'FILES'>, key: string): Promise<void> {
  const { objects } = await FILES.list({ prefix: `avatars/${key}/` })
  if (objects.length > 0) await FILES.delete(objects.map((object) => object.key))
}
