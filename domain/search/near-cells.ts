import { getColumn, getRow } from '../geo/cells.ts'
import type { LatLng } from '../geo/contract.ts'
import { getLngRanges } from '../geo/cover.ts'
import { boundsAround, wrapLng } from '../geo/distance.ts'
import { maxNearMiles } from './near.ts'

/** The grid in which words are indexed. Its cells are about a hundred miles high. */
const side = 128

const nameCell = (column: number, row: number) => row * side + column

/** The cell in which the words of an item are indexed. */
export const toSearchCell = ({ lat, lng }: LatLng): number => nameCell(getColumn(wrapLng(lng), side), getRow(lat, side))

/** Near a pole, a circle touches all columns. We read only the first of these cells then. */
const maxNearCells = 16

/** The cells that the area near a point touches. */
export function listSearchCells(point: LatLng): number[] {
  const bounds = boundsAround(point, maxNearMiles)
  const [south, north] = [getRow(bounds.south, side), getRow(bounds.north, side)]
  const columns = getLngRanges(bounds).flatMap(([west, east]) => {
    const first = getColumn(west, side)
    return Array.from({ length: getColumn(east, side) - first + 1 }, (_, index) => first + index)
  })
  const cells = Array.from({ length: north - south + 1 }, (_, up) => south + up).flatMap((row) =>
    columns.map((column) => nameCell(column, row)),
  )
  return [...new Set([toSearchCell(point), ...cells])].slice(0, maxNearCells)
}
