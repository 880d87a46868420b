import { type SQL, sql } from 'drizzle-orm'
import { cellsOf, idOf, sideOf } from '../../domain/geo/cells.ts'

const levels = JSON.stringify(
  cellsOf({ lat: 0, lng: 0 }).map((_, level) => {
    const first = idOf({ level, x: 0, y: 0 })
    return { side: sideOf(level), first, row: idOf({ level, x: 0, y: 1 }) - first }
  }),
)

/** To join with the rows whose `cellAt` each level is asked for. */
export const eachLevel = sql`json_each(${levels}) level`

/**
 * `cellsOf` of domain/geo, as the database says it: the cell of a `level` that a row's coordinates lie in. So what is written
 * down of a thing can be taken back in the very batch that changes it. A test holds the two together.
 */
export function cellAt(lat: SQL, lng: SQL): SQL {
  const at = (degrees: SQL, all: number) => sql`
    min(level.value->>'side' - 1, max(0, CAST(floor(${degrees} / ${sql.raw(`${all}.0`)} * (level.value->>'side')) AS INTEGER)))`
  const east = sql`(iif(${lng} >= 180, ${lng} - 360.0, ${lng}) + 180.0)`
  return sql`((level.value->>'first') + (level.value->>'row') * ${at(sql`(${lat} + 90.0)`, 180)} + ${at(east, 360)})`
}
