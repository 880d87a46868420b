/** A signature that was drawn: for each stroke x and y in turn, in a box 1,000 wide. */
export type Strokes = readonly (readonly number[])[]
type Point = { x: number; y: number }

const boxWidth = 1000

const clamp = (value: number) => Math.max(-100, Math.min(1100, Math.round(value)))

/** Converts what was drawn on a canvas of this width. */
export const toStrokes = (lines: readonly (readonly Point[])[], width: number): number[][] =>
  lines.map((points) => points.flatMap(({ x, y }) => [clamp((x * boxWidth) / width), clamp((y * boxWidth) / width)]))

/** Converts strokes to points on a canvas of this width. */
export const toLines = (strokes: Strokes, width: number): Point[][] =>
  strokes.map((numbers) => {
    const points: Point[] = []
    for (let at = 0; at + 1 < numbers.length; at += 2)
      points.push({ x: ((numbers[at] ?? 0) * width) / boxWidth, y: ((numbers[at + 1] ?? 0) * width) / boxWidth })
    return points
  })

const isNumberList = (one: unknown): one is number[] => Array.isArray(one) && one.every((number) => typeof number === 'number')

export const strokesIn = (value: unknown): number[][] =>
  typeof value === 'object' && value !== null && 'strokes' in value && Array.isArray(value.strokes)
    ? value.strokes.filter(isNumberList)
    : []

export const nameIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string' ? value.name : ''
