import { AppError } from '../../domain/errors.ts'
import { readPicture } from '../../domain/files/picture-format.ts'

/** A picture that the user chose, turned upright and scaled down: `source` to draw from, `url` to show. */
export type OpenPicture = { source: HTMLCanvasElement; url: string; close: () => void }

const maxSide = 2048
const headBytes = 1024 * 1024

/** Opens any picture that this browser can read, of any size. Throws an `AppError` with a message for the user. */
export async function openPicture(file: Blob): Promise<OpenPicture> {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new AppError('FileUnreadable', { cause })
    })
  const bitmap = await decode(file, new Uint8Array(head))
  const source = drawUpright(bitmap)
  bitmap.close()
  const url = URL.createObjectURL(await toBlob(source, 'image/jpeg', 0.92))
  return { source, url, close: () => URL.revokeObjectURL(url) }
}

async function decode(file: Blob, head: Uint8Array): Promise<ImageBitmap> {
  // Some browsers could draw an SVG, but we do not accept SVG files.
  if (file.type === 'image/svg+xml' || /^\s*</.test(new TextDecoder().decode(head.subarray(0, 64)))) throw toUnreadableError()
  const size = readPicture(head, { whole: false })
  const isLarge = size !== null && Math.max(size.width, size.height) > maxSide
  // The browser scales a huge photo down while it decodes it, which saves memory. We give the width, and the height follows.
  const scaled = isLarge ? { resizeWidth: scaledWidth(size), resizeQuality: 'high' as const } : {}
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image', ...scaled })
  } catch (cause) {
    throw isHeic(head) ? new AppError('HeicUnsupported', { cause }) : toUnreadableError(cause)
  }
}

const toUnreadableError = (cause?: unknown) => new AppError('PictureUnreadable', { cause })

const scaledWidth = ({ width, height }: { width: number; height: number }) =>
  Math.max(1, Math.round((width * maxSide) / Math.max(width, height)))

const isHeic = (head: Uint8Array) => /^ftyp(hei|hev|mif1|msf1)/.test(String.fromCharCode(...head.subarray(4, 12)))

/** Draws the picture on white, because transparent pictures usually expect a white background. */
function drawUpright(bitmap: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = getDrawingContext(canvas)
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

export function getDrawingContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new AppError('OutOfMemory')
  context.imageSmoothingQuality = 'high'
  return context
}

export async function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new AppError('PictureNotProcessed')
  return blob
}
