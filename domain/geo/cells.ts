import type { Bounds, LatLng } from './contract.ts'
import { wrapLng } from './distance.ts'

/**
 * The world as five grids of degrees, one finer than the other: a level has 2^bits cells a side. The coarsest one has 16
 * cells, so that even the whole world is covered by few; a cell of the finest is a mile and a half high. Of the steps
 * between that were tried, these read the fewest rows.
 */
const levels = [2, 5, 7, 10, 13] as const
const finest = levels.length - 1
const maxBits = 13

export const sideOf = (level: number) => 2 ** (levels[level] ?? maxBits)

export type Cell = { level: number; x: number; y: number }

/** One integer for level and position: it is what the database keeps. */
export const idOf = ({ level, x, y }: Cell) => (level * 2 ** maxBits + y) * 2 ** maxBits + x

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Never falls where its argument rises: what lies within bounds lies between the cells of their edges, rounding or not. */
export const columnAt = (lng: number, side: number) => clamp(Math.floor(((lng + 180) / 360) * side), 0, side - 1)
export const rowAt = (lat: number, side: number) => clamp(Math.floor(((lat + 90) / 180) * side), 0, side - 1)

/** The cell of each level that a point lies in. */
export function cellsOf({ lat, lng }: LatLng): number[] {
  return levels.map((_, level) => {
    const side = sideOf(level)
    return idOf({ level, x: columnAt(wrapLng(lng), side), y: rowAt(lat, side) })
  })
}

/** The corners of a cell. */
export function boundsOf({ level, x, y }: Cell): Bounds {
  const side = sideOf(level)
  const lng = (column: number) => (column / side) * 360 - 180
  const lat = (row: number) => (row / side) * 180 - 90
  return { south: lat(y), north: lat(y + 1), west: lng(x), east: lng(x + 1) }
}

/** The world in as few cells as it has. */
export const coarsest: readonly Cell[] = Array.from({ length: sideOf(0) ** 2 }, (_, at) => ({
  level: 0,
  x: at % sideOf(0),
  y: Math.floor(at / sideOf(0)),
}))

/** The cells of the next level that a cell is made of; none for the finest. */
export function partsOf({ level, x, y }: Cell): Cell[] {
  if (level === finest) return []
  const parts = sideOf(level + 1) / sideOf(level)
  return Array.from({ length: parts * parts }, (_, at) => ({
    level: level + 1,
    x: x * parts + (at % parts),
    y: y * parts + Math.floor(at / parts),
  }))
}
