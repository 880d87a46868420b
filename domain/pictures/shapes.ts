import type { ActivityId } from '../activities.ts'
import type { Crop } from '../court-crop.ts'

/** The corners of a closed polygon: x, y, x, y, … */
export type Ring = readonly number[]

export type Shape = { color: string; rings: Ring[] }

/** A court as polygons, in hundredths of the unit of its drawing. */
/** `ground` is the color that a community can replace by its own. */
export type CourtShapes = { outerColor: string; ground: string; crops: readonly Crop[]; maxTurn?: number | undefined; shapes: Shape[] }
export const courtScale = 100

/** A letter: its width, and its outline with y upward. Both in units of the font. */
export type Letter = readonly [width: number, rings: Ring[]]

export const weights = ['medium', 'bold'] as const
export type Weight = (typeof weights)[number]

export type Alphabet = {
  letters: Record<string, Letter>
  /** How much closer two letters stand, by both letters. */
  kerning: Record<string, number>
}

/** All that a picture needs besides the court: letters, and the face of Beans in a square of 64 units. */
export type PictureParts = { unitsPerEm: number; alphabets: Record<Weight, Alphabet>; beans: Shape[] }

/** The build writes these files (scripts/picture-shapes.ts), and the Worker reads them when it draws a picture. */
export const courtShapesPath = (activity: ActivityId) => `/previews/${activity}.json`
export const picturePartsPath = '/previews/parts.json'
