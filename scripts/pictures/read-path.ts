export type Point = { x: number; y: number }
export type Line = { points: Point[]; isClosed: boolean }

/** How far a straight piece may be from its curve, in units of the drawing. A unit is about five pixels of the picture. */
const tolerance = 0.02

const argumentCounts: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }

/** Reads the data of an SVG path as lines of straight pieces. */
export function readPath(data: string): Line[] {
  const lines: Line[] = []
  let [at, start, control]: [Point, Point, Point | null] = [{ x: 0, y: 0 }, { x: 0, y: 0 }, null]
  let current: Line | undefined
  const goTo = (...points: Point[]) => {
    if (!current) {
      current = { points: [at], isClosed: false }
      lines.push(current)
    }
    current.points.push(...points)
    at = points.at(-1) ?? at
  }
  for (const { command, numbers } of readCommands(data)) {
    const isRelative = command !== command.toUpperCase()
    const kind = command.toLowerCase()
    const base = isRelative ? at : { x: 0, y: 0 }
    const pointAt = (index: number): Point => ({ x: (numbers[index] ?? 0) + base.x, y: (numbers[index + 1] ?? 0) + base.y })
    const mirrored: Point = control ? { x: 2 * at.x - control.x, y: 2 * at.y - control.y } : at
    let nextControl: Point | null = null
    if (kind === 'm') {
      current = undefined
      at = start = pointAt(0)
    } else if (kind === 'z') {
      if (current) current.isClosed = true
      current = undefined
      at = start
    } else if (kind === 'l') goTo(pointAt(0))
    else if (kind === 'h') goTo({ x: (numbers[0] ?? 0) + base.x, y: at.y })
    else if (kind === 'v') goTo({ x: at.x, y: (numbers[0] ?? 0) + base.y })
    else if (kind === 'a') goTo(...flattenArc(at, numbers, pointAt(5)))
    else if (kind === 'q' || kind === 't') {
      const bend = kind === 'q' ? pointAt(0) : mirrored
      const to = pointAt(kind === 'q' ? 2 : 0)
      goTo(...flattenCubic(at, mix(at, bend, 2 / 3), mix(to, bend, 2 / 3), to))
      nextControl = bend
    } else {
      const second = pointAt(kind === 'c' ? 2 : 0)
      nextControl = second
      goTo(...flattenCubic(at, kind === 'c' ? pointAt(0) : mirrored, second, pointAt(kind === 'c' ? 4 : 2)))
    }
    control = nextControl
  }
  return lines
}

function* readCommands(data: string): Generator<{ command: string; numbers: number[] }> {
  for (const [, letter = '', rest = ''] of data.matchAll(/([a-z])([^a-z]*)/gi)) {
    const kind = letter.toLowerCase()
    const count = argumentCounts[kind] ?? 0
    const numbers = kind === 'a' ? readArcNumbers(rest) : (rest.match(/-?(\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
    if (count === 0) yield { command: letter, numbers: [] }
    // After the first point, a "move" draws lines.
    const repeated = letter === 'm' ? 'l' : letter === 'M' ? 'L' : letter
    for (let i = 0; count > 0 && i < numbers.length; i += count) {
      yield { command: i === 0 ? letter : repeated, numbers: numbers.slice(i, i + count) }
    }
  }
}

/** The flags of an arc are one digit, so no space must follow them. */
const readArcNumbers = (text: string) =>
  [
    ...text.matchAll(
      /\s*,?\s*(-?[\d.]+)[\s,]*(-?[\d.]+)[\s,]*(-?[\d.]+)[\s,]+([01])[\s,]*([01])[\s,]*(-?(?:\d+\.?\d*|\.\d+))[\s,]*(-?(?:\d+\.?\d*|\.\d+))/g,
    ),
  ].flatMap((match) => match.slice(1).map(Number))

const mix = (a: Point, b: Point, share: number): Point => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share })

function flattenCubic(a: Point, b: Point, c: Point, d: Point): Point[] {
  const bend = Math.max(Math.hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y), Math.hypot(b.x - 2 * c.x + d.x, b.y - 2 * c.y + d.y))
  const count = Math.max(1, Math.ceil(Math.sqrt((0.75 * bend) / tolerance)))
  return Array.from({ length: count }, (_, i) => {
    const t = (i + 1) / count
    const [ab, bc, cd] = [mix(a, b, t), mix(b, c, t), mix(c, d, t)]
    return mix(mix(ab, bc, t), mix(bc, cd, t), t)
  })
}

/** From the end points to the center, as the specification of SVG describes it. */
function flattenArc(from: Point, [rawX = 0, rawY = 0, turn = 0, isLarge, isSweep]: number[], to: Point): Point[] {
  if (rawX === 0 || rawY === 0) return [to]
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const half = { x: (from.x - to.x) / 2, y: (from.y - to.y) / 2 }
  const p = { x: cos * half.x + sin * half.y, y: cos * half.y - sin * half.x }
  const grow = Math.max(1, Math.hypot(p.x / rawX, p.y / rawY))
  const [rx, ry] = [Math.abs(rawX) * grow, Math.abs(rawY) * grow]
  const square = (rx * ry) ** 2 / ((rx * p.y) ** 2 + (ry * p.x) ** 2) - 1
  const factor = Math.sqrt(Math.max(0, square)) * (isLarge === isSweep ? -1 : 1)
  const c = { x: (factor * rx * p.y) / ry, y: (-factor * ry * p.x) / rx }
  const center = { x: cos * c.x - sin * c.y + (from.x + to.x) / 2, y: sin * c.x + cos * c.y + (from.y + to.y) / 2 }
  const start = Math.atan2((p.y - c.y) / ry, (p.x - c.x) / rx)
  const end = Math.atan2((-p.y - c.y) / ry, (-p.x - c.x) / rx)
  let sweep = end - start
  if (isSweep && sweep < 0) sweep += 2 * Math.PI
  if (!isSweep && sweep > 0) sweep -= 2 * Math.PI
  const count = Math.max(2, Math.ceil(Math.abs(sweep) / (2 * Math.acos(1 - Math.min(0.5, tolerance / Math.max(rx, ry))))))
  return Array.from({ length: count }, (_, i) => {
    if (i + 1 === count) return to
    const angle = start + (sweep * (i + 1)) / count
    const [x, y] = [rx * Math.cos(angle), ry * Math.sin(angle)]
    return { x: center.x + cos * x - sin * y, y: center.y + sin * x + cos * y }
  })
}
