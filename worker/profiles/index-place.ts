import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { cellAt, eachLevel } from '../geo/cells-of-rows.ts'
import { columnNames } from '../platform/columns.ts'
import { personCells, profiles } from './schema.ts'

/** The rows of where someone plays, as their profile stands: for any activity, and for each that is switched on. */
const rowsOf = (userId: string): SQL => {
  const [p, o] = [alias(profiles, 'p'), alias(profiles, 'o')]
  return sql`
    SELECT ${cellAt(sql`${p.lat}`, sql`${p.lng}`)} AS cell, activity.value AS activity, ${p.userId} AS id, ${p.lat} AS lat, ${p.lng} AS lng
    FROM ${profiles} ${p}, ${eachLevel},
      (SELECT '' AS value UNION SELECT a.value->>'activity' FROM ${profiles} ${o}, json_each(${o.activities}) a
        WHERE ${o.userId} = ${userId} AND a.value->>'isOn') activity
    WHERE ${p.userId} = ${userId}`
}

/** For the batch that changes or ends a profile, before it. */
export const unindexPlace = (userId: string): SQL =>
  sql`DELETE FROM ${personCells} WHERE (${personCells.cell}, ${personCells.activity}, ${personCells.id}) IN
    (SELECT cell, activity, id FROM (${rowsOf(userId)}))`

/** For the same batch, after it: from then on they are found where they play. */
export const indexPlace = (userId: string): SQL =>
  sql`INSERT OR REPLACE INTO ${personCells}
    (${columnNames(personCells.cell, personCells.activity, personCells.id, personCells.lat, personCells.lng)}) ${rowsOf(userId)}`
