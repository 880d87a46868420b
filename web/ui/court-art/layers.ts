import type { Crop } from '../../../domain/court-crop.ts'

/** One painted shape. A drawing is a list of layers, so that React and the SVG writer can share it. */
export interface Layer {
  d: string
  fill?: string
  stroke?: string
  width?: number
  dash?: string
  hasRoundCaps?: true
  transform?: string
}

export interface Drawing {
  /** The color outside of the field. Without it, the ground color of the activity fills everything. */
  outerColor?: string
  layers: Layer[]
  crops: Crop[]
  /** The maximum turn of a crop in degrees. Drawings with upright objects, such as a flag, turn less. */
  maxTurn?: number
}

export const chalk = '#faf8f1'

export const area = (fill: string, d: string): Layer => ({ d, fill })
export const lines = (d: string, width = 2.4, stroke = chalk): Layer => ({ d, stroke, width })
export const dashes = (d: string, dash: string, width = 2.4, stroke = chalk): Layer => ({ d, stroke, width, dash })
/** Round dots along a path, for example buoys or the flight of a ball. */
export const dots = (d: string, gap: number, width: number, stroke = chalk): Layer => ({
  d,
  stroke,
  width,
  dash: `0 ${gap}`,
  hasRoundCaps: true,
})
export const strokes = (d: string, width: number, stroke = chalk): Layer => ({ d, stroke, width, hasRoundCaps: true })

export const withTransform = (transform: string, ...layers: Layer[]): Layer[] => layers.map((layer) => ({ ...layer, transform }))
/** Draws the layers at one end of a field and, turned by 180 degrees, at the other end. */
export const onBothEnds = (...layers: Layer[]): Layer[] => [...layers, ...withTransform('rotate(180 150 80)', ...layers)]

const roundToTenth = (value: number): number => Math.round(value * 10) / 10
export const box = (x: number, y: number, w: number, h: number): string => `M${x} ${y}h${w}v${h}h${-w}z`
export const roundBox = (x: number, y: number, w: number, h: number, r: number): string => {
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${w - 2 * r}${corner(r, r)}v${h - 2 * r}${corner(-r, r)}h${2 * r - w}${corner(-r, -r)}v${2 * r - h}${corner(r, -r)}z`
}
export const ring = (x: number, y: number, r: number, ry: number = r): string =>
  `M${roundToTenth(x - r)} ${roundToTenth(y)}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0z`
export const repeat = (count: number, draw: (index: number) => string): string => Array.from({ length: count }, (_, i) => draw(i)).join('')
/** A point on a circle. The angle is in degrees, and 0 is on the right. */
export const pointOnCircle = (x: number, y: number, r: number, angle: number): string =>
  `${roundToTenth(x + r * Math.cos((angle * Math.PI) / 180))} ${roundToTenth(y + r * Math.sin((angle * Math.PI) / 180))}`
export const polygon = (x: number, y: number, r: number, corners: number, start = -90): string =>
  `M${Array.from({ length: corners }, (_, i) => pointOnCircle(x, y, r, start + (i * 360) / corners)).join('L')}z`
/** An oval with two straight sides, like a running track. `halfLength` is half the length of a straight side. */
export const oval = (halfLength: number, r: number, x = 150, y = 80): string =>
  `M${x - halfLength} ${y - r}h${2 * halfLength}a${r} ${r} 0 0 1 0 ${2 * r}h${-2 * halfLength}a${r} ${r} 0 0 1 0 ${-2 * r}z`
/** A soft closed shape, like a hill on a map. Blobs with the same phase and a smaller radius fit inside each other. */
export const blob = (x: number, y: number, r: number, phase: number, heightRatio = 1, roughness = 1): string => {
  const count = 14
  const points = Array.from({ length: count }, (_, i) => {
    const a = (i * 2 * Math.PI) / count
    const reach = r * (1 + roughness * (0.16 * Math.sin(2 * a + phase) + 0.1 * Math.sin(3 * a + 2 * phase)))
    return [x + reach * Math.cos(a), y + heightRatio * reach * Math.sin(a)] as const
  })
  const curve = points.map((point, i) => {
    const next = points[(i + 1) % count] ?? point
    return `${roundToTenth(point[0])} ${roundToTenth(point[1])} ${roundToTenth((point[0] + next[0]) / 2)} ${roundToTenth((point[1] + next[1]) / 2)}`
  })
  const last = points[count - 1] ?? [x, y]
  const first = points[0] ?? [x, y]
  return `M${roundToTenth((last[0] + first[0]) / 2)} ${roundToTenth((last[1] + first[1]) / 2)}Q${curve.join('Q')}z`
}
