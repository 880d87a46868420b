import { type SQL, sql } from 'drizzle-orm'

/** In a person's own export: what another person is called. Of them nothing else is told, and no longer that once they are gone. */
export const nameOf = (column: SQL) => sql`coalesce((SELECT display_name FROM users named WHERE named.id = ${column}), 'Someone')`

/** The person's address in the form in which rows are found by it. */
export const emailKeyOf = (userId: string) => sql`(SELECT email_key FROM users keyed WHERE keyed.id = ${userId})`
