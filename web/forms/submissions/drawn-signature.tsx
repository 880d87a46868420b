/** Room for the width of the line around what was drawn. */
const margin = 20

/** Coordinates of each stroke: x and y in turn. A stroke with one point is a dot. */
function toPath(strokes: readonly (readonly number[])[]): string {
  return strokes
    .map((stroke) => {
      const points = stroke.flatMap((x, index) => (index % 2 === 0 ? [`${x} ${stroke[index + 1] ?? 0}`] : []))
      return points.length === 1 ? `M${points[0]}h0` : `M${points.join('L')}`
    })
    .join('')
}

/** A signature as it was drawn. */
export function DrawnSignature({ label, strokes }: { label: string; strokes: readonly (readonly number[])[] }) {
  const xs = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 0))
  const ys = strokes.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 1))
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${left - margin} ${top - margin} ${width + 2 * margin} ${height + 2 * margin}`}
      preserveAspectRatio="xMinYMid meet"
      className="h-20 w-full max-w-80 border-b border-edge"
      fill="none"
      stroke="currentColor"
      strokeWidth="8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={toPath(strokes)} />
    </svg>
  )
}
