import { type SQLWrapper, sql } from 'drizzle-orm'

/**
 * The name by which we address a person, in SQL: the display name or, before there is one, the part of the email before the
 * `@`. Never show it to others.
 */
export const nameToShowSql = ({ displayName, email }: { displayName: SQLWrapper; email: SQLWrapper }) =>
  sql`coalesce(${displayName}, substr(${email}, 1, instr(${email}, '@') - 1))`

/** The same for a row that is already read. */
export const nameToShow = ({ displayName, email }: { displayName: string | null; email: string }) =>
  displayName ?? email.split('@')[0] ?? email
