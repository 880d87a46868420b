import { type SQL, sql } from 'drizzle-orm'
import { cellAt, eachLevel } from '../geo/cells-of-rows.ts'

/** The rows of where someone plays, as their profile stands: for any activity, and for each that is switched on. */
const rowsOf = (userId: string): SQL => sql`
  SELECT ${cellAt(sql`p.lat`, sql`p.lng`)} AS cell, activity.value AS activity, p.user_id AS id, p.lat, p.lng
  FROM profiles p, ${eachLevel},
    (SELECT '' AS value UNION SELECT a.value->>'activity' FROM profiles o, json_each(o.activities) a WHERE o.user_id = ${userId} AND a.value->>'isOn') activity
  WHERE p.user_id = ${userId}`

/** For the batch that changes or ends a profile, before it. */
export const unindexPlace = (userId: string): SQL =>
  sql`DELETE FROM person_cells WHERE (cell, activity, id) IN (SELECT cell, activity, id FROM (${rowsOf(userId)}))`

/** For the same batch, after it: from then on they are found where they play. */
export const indexPlace = (userId: string): SQL => sql`INSERT OR REPLACE INTO person_cells (cell, activity, id, lat, lng) ${rowsOf(userId)}`
