import { encode } from 'uqr'

/** What a camera needs to find the code at all: four modules of plain ground around it. */
const quietZone = 4

/** Dark on white in either theme: many cameras do not read it the other way round. */
export default function QrDrawing({ url, label, size }: { url: string; label: string; size: number }) {
  const { data, size: modules } = encode(url, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      className="block max-w-full rounded-control"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#14201a" />
    </svg>
  )
}
