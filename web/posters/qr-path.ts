import { qrModules, quietZone } from '../ui/qr-modules.ts'

/**
 * The QR code of a URL as an SVG path. Neighboring dark modules of a row are one shape: a printer has fewer edges to blur. The path
 * has no quiet zone, because the paper around it is white.
 */
export function qrPath(url: string): { d: string; size: number } {
  const data = qrModules(url)
    .slice(quietZone, -quietZone)
    .map((row) => row.slice(quietZone, -quietZone))
  const size = data.length
  const runs = data.flatMap((row, y) => {
    const rowRuns: string[] = []
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      const from = x
      while (x + 1 < size && row[x + 1]) x++
      rowRuns.push(`M${from} ${y}h${x - from + 1}v1h${from - x - 1}z`)
    }
    return rowRuns
  })
  return { d: runs.join(''), size }
}
