import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { cellAt, eachLevel } from '../geo/cell-at.ts'
import { columnNames } from '../platform/columns.ts'
import { personCells, profiles } from './schema.ts'

/** The index rows that belong to the stored profile: one set for any activity, and one for each activity that is on. */
const selectCellRows = (userId: string): SQL => {
  const [p, o] = [alias(profiles, 'p'), alias(profiles, 'o')]
  return sql`
    SELECT ${cellAt(sql`${p.lat}`, sql`${p.lng}`)} AS cell, activity.value AS activity, ${p.userId} AS id, ${p.lat} AS lat, ${p.lng} AS lng
    FROM ${profiles} ${p}, ${eachLevel},
      (SELECT '' AS value UNION SELECT a.value->>'activity' FROM ${profiles} ${o}, json_each(${o.activities}) a
        WHERE ${o.userId} = ${userId} AND a.value->>'isOn') activity
    WHERE ${p.userId} = ${userId}`
}

/** For a batch that changes or deletes a profile: removes the old index rows. Put it before the change. */
export const unindexPlace = (userId: string): SQL =>
  sql`DELETE FROM ${personCells} WHERE (${personCells.cell}, ${personCells.activity}, ${personCells.id}) IN
    (SELECT cell, activity, id FROM (${selectCellRows(userId)}))`

/** For the same batch: adds the new index rows. Put it after the change. */
export const indexPlace = (userId: string): SQL =>
  sql`INSERT OR REPLACE INTO ${personCells}
    (${columnNames(personCells.cell, personCells.activity, personCells.id, personCells.lat, personCells.lng)}) ${selectCellRows(userId)}`
