import { type SQL, sql } from 'drizzle-orm'
import { profiles } from './schema.ts'

/** In a statement: whether the person has chosen a level for an activity that is on. */
export const hasRatedActivity = (userId: string): SQL => sql`EXISTS (SELECT 1 FROM ${profiles}, json_each(${profiles.activities}) a
  WHERE ${profiles.userId} = ${userId} AND a.value->>'isOn' AND a.value->>'level' IS NOT NULL)`

/** In a statement: whether the person has written a bio. */
export const hasBio = (userId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${profiles} WHERE ${profiles.userId} = ${userId} AND ${profiles.bio} <> '')`
