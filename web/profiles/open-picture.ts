import { AppError } from '../../domain/errors.ts'
import { readPicture } from '../../domain/files/picture-format.ts'

/** A chosen picture, upright and small enough to move about: to draw from, and to show. */
export type OpenPicture = { source: HTMLCanvasElement; url: string; close: () => void }

const longestSide = 2048
const headBytes = 1024 * 1024

/** Opens whatever this browser can read, however large. Throws words for the person. */
export async function openPicture(file: Blob): Promise<OpenPicture> {
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new AppError('FileNotOpened', { cause })
    })
  const bitmap = await decode(file, new Uint8Array(head))
  const source = drawUpright(bitmap)
  bitmap.close()
  const url = URL.createObjectURL(await toBlob(source, 'image/jpeg', 0.92))
  return { source, url, close: () => URL.revokeObjectURL(url) }
}

async function decode(file: Blob, head: Uint8Array): Promise<ImageBitmap> {
  // Some browsers would draw it; none of its kind is taken.
  if (file.type === 'image/svg+xml' || /^\s*</.test(new TextDecoder().decode(head.subarray(0, 64)))) throw unreadable()
  const size = readPicture(head, { whole: false })
  const isLarge = size !== null && Math.max(size.width, size.height) > longestSide
  // Scaled down while it is unpacked, a huge photo takes no more room than a small one. One side is told, the other follows.
  const scaled = isLarge ? { resizeWidth: scaledWidth(size), resizeQuality: 'high' as const } : {}
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image', ...scaled })
  } catch (cause) {
    throw isHeic(head) ? new AppError('HeicUnsupported', { cause }) : unreadable(cause)
  }
}

const unreadable = (cause?: unknown) => new AppError('PictureUnreadable', { cause })

const scaledWidth = ({ width, height }: { width: number; height: number }) =>
  Math.max(1, Math.round((width * longestSide) / Math.max(width, height)))

const isHeic = (head: Uint8Array) => /^ftyp(hei|hev|mif1|msf1)/.test(String.fromCharCode(...head.subarray(4, 12)))

/** On white, as pictures that one can see through were meant. */
function drawUpright(bitmap: ImageBitmap): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = pencil(canvas)
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

export function pencil(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new AppError('NoRoomForPicture')
  context.imageSmoothingQuality = 'high'
  return context
}

export async function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new AppError('PictureNotDrawn')
  return blob
}
