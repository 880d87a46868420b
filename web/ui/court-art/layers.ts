/** One painted shape. Drawings are lists of these, so that React and the plain SVG writer share them. */
export interface Layer {
  d: string
  fill?: string
  stroke?: string
  width?: number
  dash?: string
  round?: true
  move?: string
}

/** Where a crop may look: the middle and how near. */
export type Spot = readonly [x: number, y: number, zoom: number]

export interface Drawing {
  /** The ground beyond the field; without it the activity's own ground goes on for ever. */
  around?: string
  layers: Layer[]
  spots: Spot[]
  /** The most degrees a crop is turned; things that stand upright turn less. */
  turn?: number
}

export const chalk = '#faf8f1'

export const area = (fill: string, d: string): Layer => ({ d, fill })
export const lines = (d: string, width = 2.4, stroke = chalk): Layer => ({ d, stroke, width })
export const dashes = (d: string, dash: string, width = 2.4, stroke = chalk): Layer => ({ d, stroke, width, dash })
/** Round dots along a path: buoys, a ball's flight. */
export const dots = (d: string, gap: number, width: number, stroke = chalk): Layer => ({ d, stroke, width, dash: `0 ${gap}`, round: true })
export const strokes = (d: string, width: number, stroke = chalk): Layer => ({ d, stroke, width, round: true })

export const moved = (move: string, ...layers: Layer[]): Layer[] => layers.map((layer) => ({ ...layer, move }))
/** A field's end and the same end seen from the other side. */
export const both = (...layers: Layer[]): Layer[] => [...layers, ...moved('rotate(180 150 80)', ...layers)]

export const near = (value: number): number => Math.round(value * 10) / 10
export const box = (x: number, y: number, w: number, h: number): string => `M${x} ${y}h${w}v${h}h${-w}z`
export const roundBox = (x: number, y: number, w: number, h: number, r: number): string => {
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${w - 2 * r}${corner(r, r)}v${h - 2 * r}${corner(-r, r)}h${2 * r - w}${corner(-r, -r)}v${2 * r - h}${corner(r, -r)}z`
}
export const ring = (x: number, y: number, r: number, ry: number = r): string =>
  `M${near(x - r)} ${near(y)}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0z`
export const repeat = (count: number, part: (index: number) => string): string => Array.from({ length: count }, (_, i) => part(i)).join('')
/** A point on a circle; angles in degrees, zero to the right. */
export const around = (x: number, y: number, r: number, angle: number): string =>
  `${near(x + r * Math.cos((angle * Math.PI) / 180))} ${near(y + r * Math.sin((angle * Math.PI) / 180))}`
export const polygon = (x: number, y: number, r: number, corners: number, start = -90): string =>
  `M${Array.from({ length: corners }, (_, i) => around(x, y, r, start + (i * 360) / corners)).join('L')}z`
/** An oval of two half circles, as a running track is; `half` is half of its straight. */
export const oval = (half: number, r: number, x = 150, y = 80): string =>
  `M${x - half} ${y - r}h${2 * half}a${r} ${r} 0 0 1 0 ${2 * r}h${-2 * half}a${r} ${r} 0 0 1 0 ${-2 * r}z`
/** A soft closed shape as land has it; the same phase gives shapes that lie in one another. */
export const blob = (x: number, y: number, r: number, phase: number, flat = 1, wild = 1): string => {
  const count = 14
  const points = Array.from({ length: count }, (_, i) => {
    const a = (i * 2 * Math.PI) / count
    const reach = r * (1 + wild * (0.16 * Math.sin(2 * a + phase) + 0.1 * Math.sin(3 * a + 2 * phase)))
    return [x + reach * Math.cos(a), y + flat * reach * Math.sin(a)] as const
  })
  const curve = points.map((point, i) => {
    const next = points[(i + 1) % count] ?? point
    return `${near(point[0])} ${near(point[1])} ${near((point[0] + next[0]) / 2)} ${near((point[1] + next[1]) / 2)}`
  })
  const last = points[count - 1] ?? [x, y]
  const first = points[0] ?? [x, y]
  return `M${near((last[0] + first[0]) / 2)} ${near((last[1] + first[1]) / 2)}Q${curve.join('Q')}z`
}
