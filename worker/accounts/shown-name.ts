import { type SQLWrapper, sql } from 'drizzle-orm'

/** What to call a person to themselves, in SQL: the display name or, before there is one, the beginning of their email. */
export const shownNameOf = ({ displayName, email }: { displayName: SQLWrapper; email: SQLWrapper }) =>
  sql`coalesce(${displayName}, substr(${email}, 1, instr(${email}, '@') - 1))`

/** The same for rows that were read. */
export const nameToShow = ({ displayName, email }: { displayName: string | null; email: string }) =>
  displayName ?? email.split('@')[0] ?? email
