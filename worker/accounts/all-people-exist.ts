import { type SQL, sql } from 'drizzle-orm'
import { inList } from '../platform/columns.ts'
import { people } from './shared.ts'

const isAmong = (ids: readonly string[]): SQL => sql`${inList(people.id, ids)} AND ${people.deletedAt} IS NULL`

/** In a statement: each id is an account that is not deleted. The list must not contain an id twice. */
export const allPeopleExist = (ids: readonly string[]): SQL => sql`(SELECT count(*) FROM ${people} WHERE ${isAmong(ids)}) = ${ids.length}`

/** In a statement: each id is an account that is not deleted and has a complete profile. The list must not contain an id twice. */
export const allProfilesComplete = (ids: readonly string[]): SQL =>
  sql`(SELECT count(*) FROM ${people} WHERE ${isAmong(ids)} AND ${people.completedAt} IS NOT NULL) = ${ids.length}`
