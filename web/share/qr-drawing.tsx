import { qrModules } from '../ui/qr-modules.ts'

/** Dark on white in both themes, because many cameras cannot read light on dark. */
export default function QrDrawing({ url, label, size }: { url: string; label: string; size: number }) {
  const rows = qrModules(url)
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="block max-w-full rounded-control"
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#14201a" />
    </svg>
  )
}
