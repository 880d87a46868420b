import { type SQL, sql } from 'drizzle-orm'

/** How a mail to this person greets them, as a value inside a statement: by their full name's first word, else as others see them. */
export const selectFirstName = (userId: string): SQL => sql`
  (SELECT coalesce(
      nullif(substr(trim(p.full_name), 1, instr(trim(p.full_name) || ' ', ' ') - 1), ''),
      u.display_name, substr(u.email, 1, instr(u.email, '@') - 1))
    FROM users u LEFT JOIN profiles p ON p.user_id = u.id WHERE u.id = ${userId})`
