import { roundBox } from '../ui/court-art/layers.ts'
import type { Poster } from './layout-poster.ts'
import type { Matrix } from './read-transforms.ts'

const artWidth = 300
const artHeight = 160

/** Larger than any crop of a court, for the ground around it. */
export const backdrop = roundBox(-900, -900, 2100, 2100, 0)

/** Moves the drawing of a court into its box. It covers the box, and its middle is in the middle. */
export function placeArt({ x, y, width, height }: Poster['art']): Matrix {
  const scale = Math.max(width / artWidth, height / artHeight)
  return [scale, 0, 0, scale, x + (width - artWidth * scale) / 2, y + (height - artHeight * scale) / 2]
}
