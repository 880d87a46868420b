import { AppError } from '../../domain/errors.ts'
import type { Picture } from '../../domain/files/picture-format.ts'
import { stripMetadata } from '../../domain/files/strip-metadata.ts'
import { maxPicturePixels, pictureSizes } from '../../domain/profiles/pictures.ts'
import { errorFields, logLine } from '../platform/log.ts'

export type Variant = { size: number; type: string; bytes: ArrayBuffer | Uint8Array<ArrayBuffer> }

/** Which sizes a picture is kept in: cut to squares, or whole and at most so wide and high. */
type Cut = { sizes: readonly number[]; isSquare: boolean }
const faces: Cut = { sizes: pictureSizes, isSquare: true }

/** What the Images service says of a picture that it cannot read: no picture, too many pixels, unknown or broken content. */
const aboutThePicture = [9402, 9412, 9413, 9520, 9523]

/** The picture in every size we keep, without what it tells about its maker. */
export async function drawVariants(
  images: ImagesBinding | undefined,
  bytes: Uint8Array<ArrayBuffer>,
  picture: Picture,
  cut = faces,
): Promise<Variant[]> {
  if (!images) return keepAsSent(bytes, picture, cut)
  try {
    await checkByService(images, bytes)
    return await Promise.all(cut.sizes.map((size) => drawVariant(images, bytes, size, cut)))
  } catch (error) {
    if (error instanceof AppError) throw error
    if (aboutThePicture.includes(Number((error as { code?: unknown }).code))) throw unreadable(error)
    // The service is down or used up; that is no reason to be without a face.
    logLine('error', 'images-unavailable', errorFields(error))
    return keepAsSent(bytes, picture, cut)
  }
}

export const unreadable = (cause?: unknown) => new AppError('PictureUnreadable', { cause })

/** Asks for the size only, which costs no room, before anything is unpacked. */
async function checkByService(images: ImagesBinding, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const info = await images.info(new Blob([bytes]).stream())
  if (!('width' in info)) throw unreadable()
  if (info.width * info.height > maxPicturePixels) throw new AppError('PictureTooManyPixels')
}

async function drawVariant(images: ImagesBinding, bytes: Uint8Array<ArrayBuffer>, size: number, { isSquare }: Cut): Promise<Variant> {
  const drawn = await images
    .input(new Blob([bytes]).stream())
    .transform({ width: size, height: size, fit: isSquare ? 'cover' : 'scale-down' })
    .output({ format: 'image/webp', quality: 82, anim: false })
  return { size, type: drawn.contentType(), bytes: await new Response(drawn.image()).arrayBuffer() }
}

/** The browser has cut and scaled it already. What it has not is too large to be sent to everyone who sees the face. */
function keepAsSent(bytes: Uint8Array<ArrayBuffer>, { format, width, height }: Picture, { sizes }: Cut): Variant[] {
  const longest = Math.max(...sizes)
  if (Math.max(width, height) > longest) throw new AppError('PictureTooWide', { values: { max: longest } })
  const stripped = stripMetadata(bytes, format)
  return sizes.map((size) => ({ size, type: `image/${format}`, bytes: stripped }))
}
