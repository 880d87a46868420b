import { boundsOf, type Cell, coarsest, columnAt, idOf, partsOf, rowAt, sideOf } from './cells.ts'
import type { Bounds, LatLng, Ring } from './contract.ts'
import { boundsAround, milesToBox, wrapLng } from './distance.ts'

export const maxCells = 16

type Stretch = [west: number, east: number]

/** The view's longitudes from -180 to 180, in two stretches when it crosses the date line. The database filters by the same. */
export function stretchesOf({ west, east }: Bounds): Stretch[] {
  if (east - west >= 360) return [[-180, 180]]
  const [from, to] = [wrapLng(west), wrapLng(east)]
  if (from <= to) return [[from, to]]
  return [
    [from, 180],
    [-180, to],
  ]
}

/** Whether any point of the bounds may be in the cell: by its place in the grid, where rounding changes nothing. */
const touches = ({ level, x, y }: Cell, { south, north }: Bounds, stretches: readonly Stretch[]) => {
  const side = sideOf(level)
  const isInRow = y >= rowAt(south, side) && y <= rowAt(north, side)
  return isInRow && stretches.some(([west, east]) => x >= columnAt(west, side) && x <= columnAt(east, side))
}

/** How much of a cell lies within the bounds and how much outside, in square degrees. */
function measure(cell: Cell, { south, north }: Bounds, stretches: readonly Stretch[]): { used: number; wasted: number } {
  const box = boundsOf(cell)
  const overlap = (a: number, b: number, c: number, d: number) => Math.max(0, Math.min(b, d) - Math.max(a, c))
  const wide = stretches.reduce((sum, [west, east]) => sum + overlap(box.west, box.east, west, east), 0)
  const used = wide * overlap(box.south, box.north, south, north)
  return { used, wasted: (box.north - box.south) * (box.east - box.west) - used }
}

const areaOf = ({ level }: Cell) => 1 / sideOf(level) ** 2

type Piece = { cell: Cell; used: number; wasted: number; parts: Cell[] }

/** How much waste goes for each cell that is added by taking this one apart. One part only: that is for nothing. */
const gainOf = ({ cell, parts }: Piece) => (areaOf(cell) - parts.reduce((sum, part) => sum + areaOf(part), 0)) / (parts.length - 1)

/**
 * Begins with the coarsest cells, then takes apart, again and again, the one that is rid of the most waste by it, while
 * there are not more than `most`. Those with the most of the view come first: a search by date that has its page full
 * leaves each further cell the sooner.
 */
function cover(bounds: Bounds, most: number, keeps: (cell: Cell) => boolean): number[] {
  if (!(bounds.south <= bounds.north)) return []
  const stretches = stretchesOf(bounds)
  const isPart = (cell: Cell) => touches(cell, bounds, stretches) && keeps(cell)
  const weigh = (cell: Cell): Piece => {
    const size = measure(cell, bounds, stretches)
    return { cell, ...size, parts: size.wasted > 0 ? partsOf(cell).filter(isPart) : [] }
  }
  let pieces = coarsest.filter(isPart).map(weigh)
  for (;;) {
    const fits = pieces.filter(({ parts }) => parts.length > 0 && pieces.length - 1 + parts.length <= most)
    const [best] = fits.toSorted((a, b) => gainOf(b) - gainOf(a))
    if (!best) return pieces.toSorted((a, b) => b.used - a.used).map(({ cell }) => idOf(cell))
    pieces = [...pieces.filter((piece) => piece !== best), ...best.parts.map(weigh)]
  }
}

/** Cells of several levels that hold everything within the view, none of it twice. */
export const coverBounds = (bounds: Bounds, most = maxCells): number[] => cover(bounds, most, () => true)

/** Rounding must not lose what lies on the edge of a circle. */
const hair = 1e-6

/** Cells of several levels that hold everything so many miles around a point. */
export const coverCircle = (point: LatLng, miles: number, most = maxCells): number[] =>
  cover(boundsAround(point, miles + hair), most, (cell) => milesToBox(point, boundsOf(cell)) <= miles + hair)

/** Five rings at most: D1 joins no more than five results into one. */
const ringMiles = (miles: number) => (miles <= 15 ? [1, 2, 4, 8] : [1, 3, 8, 20])

/** Circles around a point, one in the other: whoever looks for the nearest reads the next one only when the last had too few. */
export const ringsAround = (point: LatLng, miles: number): Ring[] =>
  [...ringMiles(miles).filter((radius) => radius < miles), miles].map((radius) => ({ miles: radius, cells: coverCircle(point, radius) }))

/** A standing search is kept as its cells: fewer of them are less to write, and an event still meets few others in them. */
const cellsOfSearch = 12

export const coverSearch = (point: LatLng, miles: number): number[] => coverCircle(point, miles, cellsOfSearch)
