import { type Cell, coarsestCells, countCellsPerSide, getCellBounds, getColumn, getRow, splitCell, toCellId } from './cells.ts'
import type { Bounds, LatLng, Ring } from './contract.ts'
import { boundsAround, milesToBox, wrapLng } from './distance.ts'

export const maxCells = 16

type LngRange = [west: number, east: number]

/** The longitude ranges of a view, from -180 to 180. There are two if it crosses the date line. The database filters by the same ranges. */
export function getLngRanges({ west, east }: Bounds): LngRange[] {
  if (east - west >= 360) return [[-180, 180]]
  const [from, to] = [wrapLng(west), wrapLng(east)]
  if (from <= to) return [[from, to]]
  return [
    [from, 180],
    [-180, to],
  ]
}

/** Whether the cell and the bounds overlap. Compares grid positions, so rounding cannot change the result. */
const overlaps = ({ level, x, y }: Cell, { south, north }: Bounds, lngRanges: readonly LngRange[]) => {
  const side = countCellsPerSide(level)
  const isInRow = y >= getRow(south, side) && y <= getRow(north, side)
  return isInRow && lngRanges.some(([west, east]) => x >= getColumn(west, side) && x <= getColumn(east, side))
}

/** The area of a cell inside and outside of the bounds, in square degrees. */
function measure(cell: Cell, { south, north }: Bounds, lngRanges: readonly LngRange[]): { used: number; wasted: number } {
  const box = getCellBounds(cell)
  const overlap = (a: number, b: number, c: number, d: number) => Math.max(0, Math.min(b, d) - Math.max(a, c))
  const width = lngRanges.reduce((sum, [west, east]) => sum + overlap(box.west, box.east, west, east), 0)
  const used = width * overlap(box.south, box.north, south, north)
  return { used, wasted: (box.north - box.south) * (box.east - box.west) - used }
}

const getArea = ({ level }: Cell) => 1 / countCellsPerSide(level) ** 2

type Piece = { cell: Cell; used: number; wasted: number; parts: Cell[] }

/** How much wasted area is saved per added cell if this cell is split. Infinite if one part is enough, because then no cell is added. */
const getGain = ({ cell, parts }: Piece) => (getArea(cell) - parts.reduce((sum, part) => sum + getArea(part), 0)) / (parts.length - 1)

/**
 * Starts with the coarsest cells and repeatedly splits the cell that saves the most wasted area, up to `maxCount` cells.
 * Cells that cover most of the view come first. So a search by date fills its page early and reads little of the others.
 */
function cover(bounds: Bounds, maxCount: number, isNeeded: (cell: Cell) => boolean): number[] {
  if (!(bounds.south <= bounds.north)) return []
  const stretches = getLngRanges(bounds)
  const isPart = (cell: Cell) => overlaps(cell, bounds, stretches) && isNeeded(cell)
  const makePiece = (cell: Cell): Piece => {
    const size = measure(cell, bounds, stretches)
    return { cell, ...size, parts: size.wasted > 0 ? splitCell(cell).filter(isPart) : [] }
  }
  let pieces = coarsestCells.filter(isPart).map(makePiece)
  for (;;) {
    const splittable = pieces.filter(({ parts }) => parts.length > 0 && pieces.length - 1 + parts.length <= maxCount)
    const [best] = splittable.toSorted((a, b) => getGain(b) - getGain(a))
    if (!best) return pieces.toSorted((a, b) => b.used - a.used).map(({ cell }) => toCellId(cell))
    pieces = [...pieces.filter((piece) => piece !== best), ...best.parts.map(makePiece)]
  }
}

/** Cells of several levels that cover the view without overlapping. */
export const coverBounds = (bounds: Bounds, maxCount = maxCells): number[] => cover(bounds, maxCount, () => true)

/** Added to the radius in miles, so that rounding does not lose a point on the edge of a circle. */
const roundingMargin = 1e-6

/** Cells of several levels that cover a circle. */
export const coverCircle = (point: LatLng, miles: number, maxCount = maxCells): number[] =>
  cover(boundsAround(point, miles + roundingMargin), maxCount, (cell) => milesToBox(point, getCellBounds(cell)) <= miles + roundingMargin)

/** Beyond this radius, each ring is three times as wide as the one before. */
const maxCityMiles = 60

/** At most five rings, because D1 allows at most five terms in a UNION. */
const listRingRadii = (miles: number) =>
  miles <= 15 ? [1, 2, 4, 8] : miles <= maxCityMiles ? [1, 3, 8, 20] : [81, 27, 9, 3].map((part) => miles / part)

/** Growing circles around a point. A search for the nearest reads the next circle only if the ones before had too few results. */
export const listRings = (point: LatLng, miles: number): Ring[] =>
  [...listRingRadii(miles).filter((radius) => radius < miles), miles].map((radius) => ({
    miles: radius,
    cells: coverCircle(point, radius),
  }))

/** The level of areas. Such a cell is about twelve miles high. */
const areaLevel = 3

/** The cells of one size that reach into a circle, nearest first. */
export function listAreas(point: LatLng, miles: number): number[] {
  const milesTo = (cell: Cell) => milesToBox(point, getCellBounds(cell))
  const isNear = (cell: Cell) => milesTo(cell) <= miles + roundingMargin
  let cells = coarsestCells.filter(isNear)
  for (let level = 0; level < areaLevel; level += 1) cells = cells.flatMap(splitCell).filter(isNear)
  return cells.toSorted((a, b) => milesTo(a) - milesTo(b)).map(toCellId)
}

/** Each subscription is stored once per cell. Fewer cells mean fewer writes, and an event still meets few other subscriptions in its cells. */
const maxSubscriptionCells = 12

export const coverSubscription = (point: LatLng, miles: number): number[] => coverCircle(point, miles, maxSubscriptionCells)
