import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { people } from './shared.ts'

/** In a person's own export: what another person is called. It says nothing else of them, and not even that once they are gone. */
export const nameOf = (personId: SQLWrapper): SQL => {
  const named = alias(people, 'named')
  return sql`coalesce((SELECT ${named.displayName} FROM ${people} ${named} WHERE ${named.id} = ${personId}), 'Someone')`
}

/** The person's address in the form in which rows are found by it. */
export const emailKeyOf = (userId: string): SQL => {
  const keyed = alias(people, 'keyed')
  return sql`(SELECT ${keyed.emailKey} FROM ${people} ${keyed} WHERE ${keyed.id} = ${userId})`
}
