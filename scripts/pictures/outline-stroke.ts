import type { Line, Point } from './read-path.ts'

type Stroke = { width: number; dash?: string | undefined; hasRoundCaps?: boolean | undefined }

const roundCorners = 24
/** Up to this turn the pieces of a line touch, as in a curve. At a sharper one the gap is filled with a corner. */
const smoothTurn = 0.6
const miterLimit = 4

/** Turns a painted line into polygons that all turn the same way, so that they cover each other where they overlap. */
export function outlineStroke(line: Line, stroke: Stroke): Point[][] {
  const clean = dropRepeated(line)
  const pieces = stroke.dash ? cutDashes(clean, stroke.dash.split(/[ ,]+/).map(Number)) : [clean]
  return pieces.flatMap((piece) => outlinePiece(piece, stroke)).map(turnAlike)
}

function dropRepeated({ points, isClosed }: Line): Line {
  const kept = points.filter((point, i) => {
    const last = points[i - 1]
    return !last || Math.hypot(point.x - last.x, point.y - last.y) > 1e-6
  })
  const [first, last] = [kept[0], kept.at(-1)]
  if (isClosed && kept.length > 1 && first && last && Math.hypot(first.x - last.x, first.y - last.y) < 1e-6) kept.pop()
  return { points: kept, isClosed }
}

function cutDashes({ points, isClosed }: Line, pattern: number[]): Line[] {
  const path = isClosed && points[0] ? [...points, points[0]] : points
  const dashes: Line[] = []
  let [index, left] = [0, pattern[0] ?? 1]
  let current: Point[] | null = path[0] ? [path[0]] : null
  const end = (point: Point) => {
    if (current) dashes.push({ points: [...current, point], isClosed: false })
    current = current ? null : [point]
    index = (index + 1) % pattern.length
    left = pattern[index] ?? 1
  }
  for (const [i, to] of path.entries()) {
    const from = path[i - 1]
    if (!from) continue
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    let done = 0
    while (length - done >= left) {
      done += left
      end({ x: from.x + ((to.x - from.x) * done) / length, y: from.y + ((to.y - from.y) * done) / length })
    }
    left -= length - done
    current?.push(to)
  }
  if (current && current.length > 1) dashes.push({ points: current, isClosed: false })
  return dashes.map((dash) => dropRepeated(dash))
}

function outlinePiece({ points, isClosed }: Line, { width, hasRoundCaps }: Stroke): Point[][] {
  const half = width / 2
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const caps = hasRoundCaps && !isClosed ? [circle(first, half), ...(points.length > 1 ? [circle(last, half)] : [])] : []
  if (points.length < 2) return caps
  const count = isClosed ? points.length : points.length - 1
  const segments = Array.from({ length: count }, (_, i) => [points[i] ?? first, points[(i + 1) % points.length] ?? first] as const)
  const normals = segments.map(([a, b]) => {
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    return { x: (-(b.y - a.y) / length) * half, y: ((b.x - a.x) / length) * half }
  })
  const outlines: Point[][] = [...caps]
  /** The half width across the line at the corner before segment `i`, or null at an end or a sharp corner. */
  const acrossAt = (i: number): Point | null => {
    const [before, after] = [normals[isClosed ? (i - 1 + count) % count : i - 1], normals[isClosed ? i % count : i]]
    if (!before || !after || turnOf(before, after) > smoothTurn) return null
    return miterOf(before, after, half)
  }
  for (const [i, [a, b]] of segments.entries()) {
    const normal = normals[i] ?? { x: 0, y: 0 }
    const [start, end] = [acrossAt(i) ?? normal, acrossAt(i + 1) ?? normal]
    outlines.push([add(a, start), add(b, end), add(b, end, -1), add(a, start, -1)])
    const next = normals[isClosed ? (i + 1) % count : i + 1]
    if (next && turnOf(normal, next) > smoothTurn) outlines.push(cornerOf(b, normal, next, half))
  }
  return outlines
}

const add = (point: Point, by: Point, times = 1): Point => ({ x: point.x + by.x * times, y: point.y + by.y * times })
const turnOf = (a: Point, b: Point) => Math.abs(Math.atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y))

function miterOf(a: Point, b: Point, half: number): Point {
  const sum = { x: a.x + b.x, y: a.y + b.y }
  const length = Math.hypot(sum.x, sum.y)
  const reach = (2 * half * half) / (length * length)
  return { x: sum.x * reach, y: sum.y * reach }
}

/** The outside of a sharp corner: pointed, or cut off where the point would be too long. */
function cornerOf(at: Point, before: Point, after: Point, half: number): Point[] {
  const side = before.x * after.y - before.y * after.x > 0 ? -1 : 1
  const isPointed = 1 / Math.cos(turnOf(before, after) / 2) <= miterLimit
  return [at, add(at, before, side), ...(isPointed ? [add(at, miterOf(before, after, half), side)] : []), add(at, after, side)]
}

const circle = (center: Point, radius: number): Point[] =>
  Array.from({ length: roundCorners }, (_, i) => {
    const angle = (i * 2 * Math.PI) / roundCorners
    return { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) }
  })

function turnAlike(points: Point[]): Point[] {
  const area = points.reduce((sum, { x, y }, i) => {
    const next = points[(i + 1) % points.length] ?? { x, y }
    return sum + x * next.y - next.x * y
  }, 0)
  return area < 0 ? points.toReversed() : points
}
