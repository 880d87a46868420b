import { qrModules, quietZone } from '../ui/qr-modules.ts'

/** An address as a code for cameras: each row's dark stretches as one, with fewer edges for a printer to blur. The paper around it is its quiet ground. */
export function codePath(url: string): { d: string; size: number } {
  const data = qrModules(url)
    .slice(quietZone, -quietZone)
    .map((row) => row.slice(quietZone, -quietZone))
  const size = data.length
  const stretches = data.flatMap((row, y) => {
    const found: string[] = []
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      const from = x
      while (x + 1 < size && row[x + 1]) x++
      found.push(`M${from} ${y}h${x - from + 1}v1h${from - x - 1}z`)
    }
    return found
  })
  return { d: stretches.join(''), size }
}
