import { photoWidths } from '../../domain/places/rules.ts'
import { openPicture, pencil, toBlob } from '../profiles/open-picture.ts'

/** The file that is sent: upright, no larger than it is kept, and drawn anew, so that it holds nothing but what is seen. */
export async function preparePhoto(file: Blob): Promise<Blob> {
  const { source, close } = await openPicture(file)
  close()
  const longest = Math.max(...photoWidths)
  const scale = Math.min(1, longest / Math.max(source.width, source.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(source.width * scale))
  canvas.height = Math.max(1, Math.round(source.height * scale))
  pencil(canvas).drawImage(source, 0, 0, canvas.width, canvas.height)
  const webp = await toBlob(canvas, 'image/webp', 0.88)
  // A browser that cannot write WebP writes PNG instead, many times as large.
  return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg', 0.88)
}
