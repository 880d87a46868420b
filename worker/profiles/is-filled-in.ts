import { type SQL, sql } from 'drizzle-orm'
import { profiles } from './schema.ts'

/** Someone has said how well they play something that is switched on. */
export const hasRatedActivity = (userId: string): SQL => sql`EXISTS (SELECT 1 FROM ${profiles}, json_each(${profiles.activities}) a
  WHERE ${profiles.userId} = ${userId} AND a.value->>'isOn' AND a.value->>'level' IS NOT NULL)`

/** Someone has written about themselves. */
export const hasBio = (userId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${profiles} WHERE ${profiles.userId} = ${userId} AND ${profiles.bio} <> '')`
