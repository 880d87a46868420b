import { AppError } from '../../domain/errors.ts'
import type { Picture } from '../../domain/files/picture-format.ts'
import { stripMetadata } from '../../domain/files/strip-metadata.ts'
import { maxPicturePixels, pictureSizes } from '../../domain/profiles/pictures.ts'
import { getErrorFields, logLine } from '../platform/log.ts'

export type Variant = { size: number; type: string; bytes: ArrayBuffer | Uint8Array<ArrayBuffer> }

/** The sizes in which a picture is stored. Either cropped to a square, or whole with this maximum width and height. */
type VariantSizes = { sizes: readonly number[]; isSquare: boolean }
const avatarSizes: VariantSizes = { sizes: pictureSizes, isSquare: true }

/** Error codes of the Images service for a picture it cannot read: not a picture, too many pixels, unknown or broken content. */
const pictureErrorCodes = [9402, 9412, 9413, 9520, 9523]

/** The picture in all sizes, without metadata. */
export async function drawVariants(
  images: ImagesBinding | undefined,
  bytes: Uint8Array<ArrayBuffer>,
  picture: Picture,
  cut = avatarSizes,
): Promise<Variant[]> {
  if (!images) return storeAsSent(bytes, picture, cut)
  try {
    await checkSize(images, bytes)
    return await Promise.all(cut.sizes.map((size) => drawVariant(images, bytes, size, cut)))
  } catch (error) {
    if (error instanceof AppError) throw error
    if (pictureErrorCodes.includes(Number((error as { code?: unknown }).code))) throw unreadablePicture(error)
    // The service is down or over its quota. People must still be able to upload a picture.
    logLine('error', 'images-unavailable', getErrorFields(error))
    return storeAsSent(bytes, picture, cut)
  }
}

export const unreadablePicture = (cause?: unknown) => new AppError('PictureUnreadable', { cause })

/** Checks only the size first, because decoding a huge picture would need too much memory. */
async function checkSize(images: ImagesBinding, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const info = await images.info(new Blob([bytes]).stream())
  if (!('width' in info)) throw unreadablePicture()
  if (info.width * info.height > maxPicturePixels) throw new AppError('PictureTooManyPixels')
}

async function drawVariant(
  images: ImagesBinding,
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
  { isSquare }: VariantSizes,
): Promise<Variant> {
  const drawn = await images
    .input(new Blob([bytes]).stream())
    .transform({ width: size, height: size, fit: isSquare ? 'cover' : 'scale-down' })
    .output({ format: 'image/webp', quality: 82, anim: false })
  return { size, type: drawn.contentType(), bytes: await new Response(drawn.image()).arrayBuffer() }
}

/** Without the service, the picture is stored as the browser sent it. If it was not scaled down, it is refused as too large. */
function storeAsSent(bytes: Uint8Array<ArrayBuffer>, { format, width, height }: Picture, { sizes }: VariantSizes): Variant[] {
  const maxSize = Math.max(...sizes)
  if (Math.max(width, height) > maxSize) throw new AppError('PictureTooWide', { values: { max: maxSize } })
  const stripped = stripMetadata(bytes, format)
  return sizes.map((size) => ({ size, type: `image/${format}`, bytes: stripped }))
}
