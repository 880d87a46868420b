import type { Bounds, LatLng } from './contract.ts'
import { wrapLng } from './distance.ts'

/**
 * The world is divided into five grids of latitude and longitude, each finer than the one before. A level has 2^bits cells
 * per side. The coarsest level has 16 cells, so few cells cover the whole world. A cell of the finest level is about 1.5
 * miles high. Of all levels we measured, these read the fewest rows.
 */
const levels = [2, 5, 7, 10, 13] as const
const finestLevel = levels.length - 1
const maxBits = 13

export const countCellsPerSide = (level: number) => 2 ** (levels[level] ?? maxBits)

export type Cell = { level: number; x: number; y: number }

/** Level and position of a cell as one integer. The database stores this. */
export const toCellId = ({ level, x, y }: Cell) => (level * 2 ** maxBits + y) * 2 ** maxBits + x

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** `getColumn` and `getRow` never decrease when their argument increases. So a point inside bounds is always between the cells of their edges, in spite of rounding. */
export const getColumn = (lng: number, side: number) => clamp(Math.floor(((lng + 180) / 360) * side), 0, side - 1)
export const getRow = (lat: number, side: number) => clamp(Math.floor(((lat + 90) / 180) * side), 0, side - 1)

/** The cells that contain a point, one of each level. */
export function listCellIds({ lat, lng }: LatLng): number[] {
  return levels.map((_, level) => {
    const side = countCellsPerSide(level)
    return toCellId({ level, x: getColumn(wrapLng(lng), side), y: getRow(lat, side) })
  })
}

/** The bounds of a cell. */
export function getCellBounds({ level, x, y }: Cell): Bounds {
  const side = countCellsPerSide(level)
  const lng = (column: number) => (column / side) * 360 - 180
  const lat = (row: number) => (row / side) * 180 - 90
  return { south: lat(y), north: lat(y + 1), west: lng(x), east: lng(x + 1) }
}

/** All cells of the coarsest level. */
export const coarsestCells: readonly Cell[] = Array.from({ length: countCellsPerSide(0) ** 2 }, (_, at) => ({
  level: 0,
  x: at % countCellsPerSide(0),
  y: Math.floor(at / countCellsPerSide(0)),
}))

/** The cells of the next finer level inside a cell. Empty for the finest level. */
export function splitCell({ level, x, y }: Cell): Cell[] {
  if (level === finestLevel) return []
  const partsPerSide = countCellsPerSide(level + 1) / countCellsPerSide(level)
  return Array.from({ length: partsPerSide * partsPerSide }, (_, at) => ({
    level: level + 1,
    x: x * partsPerSide + (at % partsPerSide),
    y: y * partsPerSide + Math.floor(at / partsPerSide),
  }))
}
