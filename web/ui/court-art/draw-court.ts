import { cropCourt } from '../../../domain/court-crop.ts'
import type { Drawing, Layer } from './layers.ts'

export interface Court {
  outerColor: string | undefined
  /** The turn and zoom of this crop, as an SVG transform. */
  view: string
  layers: Layer[]
}

/** Crops a drawing. The same seed always gives the same crop. */
export function drawCourt({ outerColor, layers, ...drawing }: Drawing, seed: string): Court {
  const { x, y, angle, scale } = cropCourt(drawing, seed)
  return { outerColor, view: `translate(150 80) rotate(${angle}) scale(${scale}) translate(${-x} ${-y})`, layers }
}
