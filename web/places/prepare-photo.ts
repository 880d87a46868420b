import { photoWidths } from '../../domain/places/rules.ts'
import { getDrawingContext, openPicture, toBlob } from '../profiles/open-picture.ts'

/**
 * Prepares a photo for upload: upright and no larger than we store it. Drawing it again also removes hidden data, such as the
 * location.
 */
export async function preparePhoto(file: Blob): Promise<Blob> {
  const { source, close } = await openPicture(file)
  close()
  const maxSide = Math.max(...photoWidths)
  const scale = Math.min(1, maxSide / Math.max(source.width, source.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(source.width * scale))
  canvas.height = Math.max(1, Math.round(source.height * scale))
  getDrawingContext(canvas).drawImage(source, 0, 0, canvas.width, canvas.height)
  const webp = await toBlob(canvas, 'image/webp', 0.88)
  // A browser that cannot write WebP returns a PNG, which is many times larger. Then we use JPEG.
  return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg', 0.88)
}
