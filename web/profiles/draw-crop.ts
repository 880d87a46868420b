import type { Area } from 'react-easy-crop'
import { getDrawingContext, toBlob } from './open-picture.ts'

/** The square part of a picture to show, in pixels of the rotated picture. */
export type Crop = { area: Area; quarterTurns: number }

const savedSize = 640

/** Fills the canvas with the rotated crop. */
export function drawCrop(canvas: HTMLCanvasElement, source: HTMLCanvasElement, { area, quarterTurns }: Crop, size: number): void {
  canvas.width = size
  canvas.height = size
  const context = getDrawingContext(canvas)
  const isSideways = quarterTurns % 2 !== 0
  const [width, height] = isSideways ? [source.height, source.width] : [source.width, source.height]
  context.scale(size / area.width, size / area.height)
  context.translate(width / 2 - area.x, height / 2 - area.y)
  context.rotate((quarterTurns * Math.PI) / 2)
  context.drawImage(source, -source.width / 2, -source.height / 2)
}

/** Encodes the file to upload. The crop is drawn again, so the file contains only visible pixels and no metadata. */
export async function encodeCrop(source: HTMLCanvasElement, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  drawCrop(canvas, source, crop, savedSize)
  const webp = await toBlob(canvas, 'image/webp', 0.9)
  // A browser that cannot encode WebP returns a PNG, which is many times larger, so we use JPEG there.
  return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg', 0.9)
}
