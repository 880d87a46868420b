import type { Area } from 'react-easy-crop'
import { pencil, toBlob } from './open-picture.ts'

/** Which square of a picture is wanted: pixels of the picture as it stands once turned. */
export type Crop = { area: Area; turns: number }

const savedSize = 640

/** Draws the square, turned by quarters, over the whole of the canvas. */
export function drawCrop(canvas: HTMLCanvasElement, source: HTMLCanvasElement, { area, turns }: Crop, size: number): void {
  canvas.width = size
  canvas.height = size
  const context = pencil(canvas)
  const isAside = turns % 2 !== 0
  const [width, height] = isAside ? [source.height, source.width] : [source.width, source.height]
  context.scale(size / area.width, size / area.height)
  context.translate(width / 2 - area.x, height / 2 - area.y)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(source, -source.width / 2, -source.height / 2)
}

/** The file that is sent: drawn anew, it holds nothing but what is seen. */
export async function encodeCrop(source: HTMLCanvasElement, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  drawCrop(canvas, source, crop, savedSize)
  const webp = await toBlob(canvas, 'image/webp', 0.9)
  // A browser that cannot write WebP writes PNG instead, many times as large.
  return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg', 0.9)
}
