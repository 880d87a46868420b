import { type SQL, sql } from 'drizzle-orm'
import { countCellsPerSide, listCellIds, toCellId } from '../../domain/geo/cells.ts'

const levels = JSON.stringify(
  listCellIds({ lat: 0, lng: 0 }).map((_, level) => {
    const first = toCellId({ level, x: 0, y: 0 })
    return { side: countCellsPerSide(level), first, row: toCellId({ level, x: 0, y: 1 }) - first }
  }),
)

/** One row per level, to join with the rows for which `cellAt` is computed. */
export const eachLevel = sql`json_each(${levels}) level`

/**
 * `listCellIds` of domain/geo in SQL: the cell of a `level` that contains a row's coordinates. So one batch can change a row
 * and also delete its old cells. A test checks that both functions agree.
 */
export function cellAt(lat: SQL, lng: SQL): SQL {
  const getIndex = (degrees: SQL, all: number) => sql`
    min(level.value->>'side' - 1, max(0, CAST(floor(${degrees} / ${sql.raw(`${all}.0`)} * (level.value->>'side')) AS INTEGER)))`
  const shiftedLng = sql`(iif(${lng} >= 180, ${lng} - 360.0, ${lng}) + 180.0)`
  return sql`((level.value->>'first') + (level.value->>'row') * ${getIndex(sql`(${lat} + 90.0)`, 180)} + ${getIndex(shiftedLng, 360)})`
}
