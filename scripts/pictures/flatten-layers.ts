import type { Shape } from '../../domain/pictures/shapes.ts'
import type { Layer } from '../../web/ui/court-art/layers.ts'
import { outlineStroke } from './outline-stroke.ts'
import { type Point, readPath } from './read-path.ts'

/** Turns the layers of a drawing into polygons, so that the Worker only has to fill polygons. */
export function flattenLayers(layers: readonly Layer[], scale: number): Shape[] {
  const shapes: (Shape & { isStroke: boolean })[] = []
  for (const { d, fill, stroke, width = 1, dash, hasRoundCaps, transform } of layers) {
    const lines = readPath(d)
    const place = readTransform(transform)
    const toRing = (points: Point[]) => points.map(place).flatMap(({ x, y }) => [Math.round(x * scale), Math.round(y * scale)])
    const push = (color: string, outlines: Point[][], isStroke: boolean) => {
      const last = shapes.at(-1)
      const rings = outlines.map(toRing)
      // Painted lines of the same color are one shape, because each shape costs a pass over the picture.
      if (isStroke && last?.isStroke && last.color === color) last.rings.push(...rings)
      else shapes.push({ color, rings, isStroke })
    }
    if (fill)
      push(
        fill,
        lines.map(({ points }) => points),
        false,
      )
    if (stroke)
      push(
        stroke,
        lines.flatMap((line) => outlineStroke(line, { width, dash, hasRoundCaps })),
        true,
      )
  }
  return shapes.map(({ color, rings }) => ({ color, rings }))
}

/** The drawings use only these three functions. They apply from right to left. */
function readTransform(transform = ''): (point: Point) => Point {
  const steps = [...transform.matchAll(/(\w+)\(([^)]*)\)/g)].map(([, name, values = '']) => {
    const [a = 0, b, c = 0] = values.split(/[ ,]+/).map(Number)
    if (name === 'translate') return ({ x, y }: Point): Point => ({ x: x + a, y: y + (b ?? 0) })
    if (name === 'scale') return ({ x, y }: Point): Point => ({ x: x * a, y: y * (b ?? a) })
    if (name !== 'rotate') throw new Error(`A drawing uses ${name}(), which pictures of links cannot draw.`)
    const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)]
    const [centerX, centerY] = [b ?? 0, c]
    return ({ x, y }: Point): Point => ({
      x: centerX + cos * (x - centerX) - sin * (y - centerY),
      y: centerY + sin * (x - centerX) + cos * (y - centerY),
    })
  })
  return (point) => steps.reduceRight((moved, step) => step(moved), point)
}
