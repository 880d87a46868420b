import { type SQLWrapper, sql } from 'drizzle-orm'

/** What to call a person to themselves, in SQL: the display name or, before there is one, the beginning of their email. */
export const shownNameOf = ({ displayName, email }: { displayName: SQLWrapper; email: SQLWrapper }) =>
  sql`coalesce(${displayName}, substr(${email}, 1, instr(${email}, '@') - 1))`

/** The same for a table that SQL names itself. */
export const shownName = (table: 'users' | 'u') => {
  const { displayName, email } = columns[table]
  return sql`coalesce(${displayName}, substr(${email}, 1, instr(${email}, '@') - 1))`
}

const columns = {
  users: { displayName: sql`users.display_name`, email: sql`users.email` },
  u: { displayName: sql`u.display_name`, email: sql`u.email` },
}

/** The same for rows that were read. */
export const nameToShow = ({ displayName, email }: { displayName: string | null; email: string }) =>
  displayName ?? email.split('@')[0] ?? email
