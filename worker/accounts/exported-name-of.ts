import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { people } from './shared.ts'

/** For the export of a person's own data: the display name of another person, or "Someone" after that account was deleted. */
export const exportedNameOf = (personId: SQLWrapper): SQL => {
  const named = alias(people, 'named')
  return sql`coalesce((SELECT ${named.displayName} FROM ${people} ${named} WHERE ${named.id} = ${personId}), 'Someone')`
}

/** In a statement: the email of an account in the form that rows are found by. */
export const emailKeyOf = (userId: string): SQL => {
  const keyed = alias(people, 'keyed')
  return sql`(SELECT ${keyed.emailKey} FROM ${people} ${keyed} WHERE ${keyed.id} = ${userId})`
}
