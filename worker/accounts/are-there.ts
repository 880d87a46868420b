import { type SQL, sql } from 'drizzle-orm'
import { inList } from '../platform/columns.ts'
import { people } from './shared.ts'

const isAmong = (ids: readonly string[]): SQL => sql`${inList(people.id, ids)} AND ${people.deletedAt} IS NULL`

/** Each of these is a person who is there. Nobody may stand in the list twice. */
export const areThere = (ids: readonly string[]): SQL => sql`(SELECT count(*) FROM ${people} WHERE ${isAmong(ids)}) = ${ids.length}`

/** The same, and each has completed their profile. */
export const areComplete = (ids: readonly string[]): SQL =>
  sql`(SELECT count(*) FROM ${people} WHERE ${isAmong(ids)} AND ${people.completedAt} IS NOT NULL) = ${ids.length}`
