export type Strokes = readonly (readonly number[])[]

/** Coordinates of each stroke: x and y in turn. A stroke with one point is a dot. */
export function toPath(strokes: Strokes): string {
  return strokes
    .map((stroke) => {
      const points = stroke.flatMap((x, index) => (index % 2 === 0 ? [`${x} ${stroke[index + 1] ?? 0}`] : []))
      return points.length === 1 ? `M${points[0]}h0` : `M${points.join('L')}`
    })
    .join('')
}

/** The smallest box around the strokes. */
export function boundsOf(strokes: Strokes): { x: number; y: number; width: number; height: number } {
  const xs = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 0))
  const ys = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 1))
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
