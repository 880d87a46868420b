import { AppError } from '../../domain/errors.ts'
import { readPicture } from '../../domain/files/picture-format.ts'
import { photoWidths } from '../../domain/places/rules.ts'
import { maxPicturePixels } from '../../domain/profiles/pictures.ts'
import type { Env } from '../env.ts'
import { toBase64Url } from '../platform/base64.ts'
import { drawVariants, unreadablePicture } from './draw-variants.ts'

type Upload = {
  /** The id of what the photo belongs to, such as a place. It is part of the key, so nothing else shares its files. */
  owner: string
  uploadId: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Stores an uncropped photo in all widths and returns its key. A repeated upload gets the same key. */
export async function storePhoto({ FILES, IMAGES }: Pick<Env, 'FILES' | 'IMAGES'>, { owner, uploadId, bytes }: Upload): Promise<string> {
  const picture = readPicture(bytes)
  if (!picture) throw unreadablePicture()
  if (picture.width * picture.height > maxPicturePixels) throw new AppError('PictureTooManyPixels')
  const variants = await drawVariants(IMAGES, bytes, picture, { sizes: photoWidths, isSquare: false })
  const key = toBase64Url(await crypto.subtle.digest('SHA-256', await new Blob([`${owner}\n${uploadId}\n`, bytes]).arrayBuffer()))
  await Promise.all(
    variants.map(({ size, type, bytes: content }) => FILES.put(`photos/${key}/${size}`, content, { httpMetadata: { contentType: type } })),
  )
  return key
}

export async function deletePhoto({ FILES }: Pick<Env, 'FILES'>, key: string): Promise<void> {
  await FILES.delete(photoWidths.map((width) => `photos/${key}/${width}`))
}
