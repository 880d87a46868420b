import type { LatLng } from './contract.ts'
import { type CountGrid, countedSteps, nameCell, nameCellAt } from './count-grid.ts'
import type { MapCluster } from './map-contract.ts'

/** How many items a cell of a map has, and the sums of their coordinates in steps. */
export type CellSum = { count: number; latSum: number; lngSum: number }

/** By the name of the cell. */
export type CellSums = Map<string, CellSum>

/** Adds up stored cells to the cells of the answer. */
export function sumCells(grid: CountGrid, rows: readonly ({ cell: number } & CellSum)[]): CellSums {
  const sums: CellSums = new Map()
  for (const { cell, ...row } of rows) addTo(sums, nameCell(grid, cell), row)
  return sums
}

export function sumPoints(grid: CountGrid, points: readonly LatLng[]): CellSums {
  const sums: CellSums = new Map()
  for (const point of points) {
    addTo(sums, nameCellAt(grid, point), {
      count: 1,
      latSum: Math.round(point.lat * countedSteps),
      lngSum: Math.round(point.lng * countedSteps),
    })
  }
  return sums
}

export function addTo(sums: CellSums, key: string, { count, latSum, lngSum }: CellSum): void {
  const sum = sums.get(key) ?? { count: 0, latSum: 0, lngSum: 0 }
  sums.set(key, { count: sum.count + count, latSum: sum.latSum + latSum, lngSum: sum.lngSum + lngSum })
}

export const toClusters = (sums: CellSums): MapCluster[] =>
  [...sums].map(([key, { count, latSum, lngSum }]) => ({
    key,
    lat: latSum / count / countedSteps,
    lng: lngSum / count / countedSteps,
    count,
  }))
