import { boundsOf, type Strokes, toPath } from './signature-path.ts'

/** Room for the width of the line around what was drawn. */
const margin = 20

/** A signature as it was drawn. */
export function DrawnSignature({ label, strokes }: { label: string; strokes: Strokes }) {
  const { x, y, width, height } = boundsOf(strokes)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${x - margin} ${y - margin} ${width + 2 * margin} ${height + 2 * margin}`}
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
