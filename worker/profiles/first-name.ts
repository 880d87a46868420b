import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { people } from '../accounts/shared.ts'
import { shownNameOf } from '../accounts/shown-name.ts'
import { profiles } from './schema.ts'

/** In a statement, how a mail greets this person: by their full name's first word, otherwise by the name shown to themselves. */
export const selectFirstName = (userId: string): SQL => {
  const [u, p] = [alias(people, 'u'), alias(profiles, 'p')]
  const firstWord = sql`substr(trim(${p.fullName}), 1, instr(trim(${p.fullName}) || ' ', ' ') - 1)`
  return sql`(SELECT coalesce(nullif(${firstWord}, ''), ${shownNameOf(u)})
    FROM ${people} ${u} LEFT JOIN ${profiles} ${p} ON ${p.userId} = ${u.id} WHERE ${u.id} = ${userId})`
}
