import type { Ring } from '../../domain/pictures/shapes.ts'

export type Rgb = readonly [red: number, green: number, blue: number]

/** How coordinates of a shape become pixels: x' = a·x + c·y + e and y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const readColor = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

/** How finely edges are blended. More steps would not look better, and make larger files. */
const coverSteps = 12

/** A picture into which polygons are painted. Where polygons of one call overlap, they cover each other. */
export type Canvas = ReturnType<typeof createCanvas>

export function createCanvas(width: number, height: number, background: Rgb) {
  const pixels = new Uint8Array(width * height * 3)
  for (let i = 0; i < pixels.length; i += 3) pixels.set(background, i)
  /** How the cover of each pixel differs from the one on its left. It is empty between two calls. */
  const changes = new Float32Array((width + 2) * height)
  let [minX, maxX, minY, maxY] = [0, 0, 0, 0]

  /** Adds an edge. The parts of it left and right of the picture count as if they were on its border. */
  function addEdge(fromX: number, fromY: number, toX: number, toY: number): void {
    if (fromY === toY) return
    const direction = fromY < toY ? 1 : -1
    const [topX, topY, bottomX, bottomY] = direction === 1 ? [fromX, fromY, toX, toY] : [toX, toY, fromX, fromY]
    const [firstY, lastY] = [Math.max(0, Math.floor(topY)), Math.min(height, Math.ceil(bottomY))]
    if (firstY >= lastY) return
    const slope = (bottomX - topX) / (bottomY - topY)
    minY = Math.min(minY, firstY)
    maxY = Math.max(maxY, lastY)
    for (let y = firstY; y < lastY; y++) {
      const [rowTop, rowBottom] = [Math.max(topY, y), Math.min(bottomY, y + 1)]
      const x1 = Math.min(width, Math.max(0, topX + (rowTop - topY) * slope))
      const x2 = Math.min(width, Math.max(0, topX + (rowBottom - topY) * slope))
      addToRow(y * (width + 2), (rowBottom - rowTop) * direction, Math.min(x1, x2), Math.max(x1, x2))
    }
  }

  /** Spreads the change of one row over the pixels that the edge crosses there. */
  function addToRow(row: number, change: number, left: number, right: number): void {
    const [first, last] = [Math.floor(left), Math.ceil(right)]
    minX = Math.min(minX, first)
    maxX = Math.max(maxX, last + 1)
    if (last <= first + 1) {
      const share = change * ((left + right) / 2 - first)
      changes[row + first] = (changes[row + first] ?? 0) + change - share
      changes[row + first + 1] = (changes[row + first + 1] ?? 0) + share
      return
    }
    const perPixel = change / (right - left)
    let before = 0
    for (let x = first; x <= last; x++) {
      // How much of pixel x lies right of the edge, in this row.
      const entered = Math.min(Math.max(x + 1 - left, 0), right - left)
      const previous = Math.min(Math.max(x - left, 0), right - left)
      const inside = (x + 1 - left) * entered - (entered * entered) / 2 - ((x + 1 - left) * previous - (previous * previous) / 2)
      const cover = previous * perPixel + inside * perPixel
      changes[row + x] = (changes[row + x] ?? 0) + cover - before
      before = cover
    }
    changes[row + last + 1] = (changes[row + last + 1] ?? 0) + change - before
  }

  /** Paints what the edges enclose, and forgets them. */
  function paint([red, green, blue]: Rgb): void {
    const end = Math.min(width, maxX)
    for (let y = minY; y < maxY; y++) {
      const row = y * (width + 2)
      let sum = 0
      for (let x = minX; x < end; x++) {
        sum += changes[row + x] ?? 0
        const cover = Math.round(Math.min(1, Math.abs(sum)) * coverSteps) / coverSteps
        if (cover === 0) continue
        const at = (y * width + x) * 3
        const rest = 1 - cover
        pixels[at] = red + ((pixels[at] ?? 0) - red) * rest + 0.5
        pixels[at + 1] = green + ((pixels[at + 1] ?? 0) - green) * rest + 0.5
        pixels[at + 2] = blue + ((pixels[at + 2] ?? 0) - blue) * rest + 0.5
      }
      changes.fill(0, row + minX, row + Math.min(width + 2, maxX + 2))
    }
  }

  return {
    width,
    height,
    pixels,
    fill(rings: readonly Ring[], color: Rgb, [a, b, c, d, e, f]: Matrix = [1, 0, 0, 1, 0, 0]): void {
      ;[minX, maxX, minY, maxY] = [width, 0, height, 0]
      for (const ring of rings) {
        const count = ring.length
        let [lastX, lastY] = [ring[count - 2] ?? 0, ring[count - 1] ?? 0]
        ;[lastX, lastY] = [a * lastX + c * lastY + e, b * lastX + d * lastY + f]
        for (let i = 0; i < count; i += 2) {
          const [x, y] = [ring[i] ?? 0, ring[i + 1] ?? 0]
          const [nextX, nextY] = [a * x + c * y + e, b * x + d * y + f]
          addEdge(lastX, lastY, nextX, nextY)
          ;[lastX, lastY] = [nextX, nextY]
        }
      }
      paint(color)
    },
  }
}

const cornerPieces = 16

/** A box with round corners. With half its height as radius it is a pill, and with equal sides a circle. */
export function roundBox(x: number, y: number, width: number, height: number, radius: number): Ring {
  const corners = [
    [x + width - radius, y + radius, -90],
    [x + width - radius, y + height - radius, 0],
    [x + radius, y + height - radius, 90],
    [x + radius, y + radius, 180],
  ] as const
  return corners.flatMap(([centerX, centerY, start]) =>
    Array.from({ length: cornerPieces + 1 }, (_, i) => {
      const angle = ((start + (i * 90) / cornerPieces) * Math.PI) / 180
      return [centerX + radius * Math.cos(angle), centerY + radius * Math.sin(angle)]
    }).flat(),
  )
}
