import { getColumn, getRow } from './cells.ts'
import type { Bounds } from './contract.ts'
import { getLngRanges } from './cover.ts'

/** The grids in which events are counted have 2^bits cells per side. The triggers on `event_cells` use the same numbers. */
export const countedBits = [4, 6, 8, 10, 12, 14] as const
const maxBits = 14
const minBits = 2

/** Coordinates are summed in these steps. */
export const countedSteps = 1e5

/** The most cells that one answer has. */
const maxMapCells = 200

/** The most rows that one answer should read. */
const maxRows = 1600

type CellRange = { first: number; last: number }

/** The grid of an answer, the finer grid that is stored, and the cells of the stored grid that cover the view, row by row. */
export type CountGrid = { bits: number; storedBits: number; ranges: CellRange[] }

const toCountCell = (bits: number, x: number, y: number) => (bits * 2 ** maxBits + y) * 2 ** maxBits + x

/** The position of a stored cell in its own grid. */
const readCountCell = (cell: number) => ({ x: cell % 2 ** maxBits, y: Math.floor(cell / 2 ** maxBits) % 2 ** maxBits })

/** Which columns and rows of a grid overlap the view. There are two column ranges if the view crosses the date line. */
function listSpans(bounds: Bounds, bits: number) {
  const side = 2 ** bits
  const rows = [getRow(bounds.south, side), getRow(bounds.north, side)] as const
  const [first, second] = getLngRanges(bounds).map(([west, east]) => ({ from: getColumn(west, side), to: getColumn(east, side) }))
  // A view around almost the whole world may begin and end in the same column, which must not be counted twice.
  const isRound = first !== undefined && second !== undefined && second.to >= first.from
  const columns = isRound ? [{ from: 0, to: side - 1 }] : [first, second].filter((span) => span !== undefined)
  const width = columns.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  return { rows, columns, size: width * (rows[1] - rows[0] + 1) }
}

/**
 * Chooses the finest grid whose cells in the view fit in one answer, and of which few enough rows are read. `days` says how many
 * days are summed for each cell. The cells at the edges reach beyond the view.
 */
export function chooseCountGrid(bounds: Bounds, days: number): CountGrid {
  for (let bits = maxBits; bits >= minBits; bits -= 1) {
    const storedBits = countedBits.find((stored) => stored >= bits) ?? maxBits
    const { size } = listSpans(bounds, bits)
    // Stored cells are counted as parts of the cells of the answer, so that both cover the same area.
    const rows = size * 4 ** (storedBits - bits) * days
    if ((size > maxMapCells || rows > maxRows) && bits > minBits) continue
    return { bits, storedBits, ranges: listRanges(bounds, bits, storedBits) }
  }
  throw new Error('There is a coarsest grid')
}

function listRanges(bounds: Bounds, bits: number, storedBits: number): CellRange[] {
  const { rows, columns } = listSpans(bounds, bits)
  const parts = 2 ** (storedBits - bits)
  const [south, north] = [rows[0] * parts, (rows[1] + 1) * parts - 1]
  return Array.from({ length: north - south + 1 }, (_, up) => south + up).flatMap((y) =>
    columns.map(({ from, to }) => ({
      first: toCountCell(storedBits, from * parts, y),
      last: toCountCell(storedBits, (to + 1) * parts - 1, y),
    })),
  )
}

/** Where the cells of an answer are, as text: the key of a cluster. */
export const nameCell = ({ bits, storedBits }: CountGrid, cell: number): string => {
  const { x, y } = readCountCell(cell)
  const parts = 2 ** (storedBits - bits)
  return `${bits}-${Math.floor(x / parts)}-${Math.floor(y / parts)}`
}

/** The key of the cell of an answer that contains a point. `lng` is from -180 to 180. */
export const nameCellAt = ({ bits }: Pick<CountGrid, 'bits'>, { lat, lng }: { lat: number; lng: number }): string =>
  `${bits}-${getColumn(lng, 2 ** bits)}-${getRow(lat, 2 ** bits)}`
