import type { Drawing } from './layers.ts'

/** The colors of a field and of what is around it. */
export type CourtColors = { ground: string; outer?: string | undefined }

/** The drawing with another ground. `from` is its own ground. */
export const recolor = (drawing: Drawing, from: string, { ground, outer }: CourtColors): Drawing => ({
  ...drawing,
  ...(drawing.outerColor && outer && { outerColor: outer }),
  layers: drawing.layers.map((layer) => (layer.fill === from ? { ...layer, fill: ground } : layer)),
})
