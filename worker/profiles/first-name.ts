import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { profiles } from './schema.ts'

/** In a statement: the name with which an email greets a person: the first word of their full name, otherwise `shownNameOf`. */
export const selectFirstName = (userId: string): SQL => {
  const [u, p] = [alias(people, 'u'), alias(profiles, 'p')]
  const firstWord = sql`substr(trim(${p.fullName}), 1, instr(trim(${p.fullName}) || ' ', ' ') - 1)`
  return sql`(SELECT coalesce(nullif(${firstWord}, ''), ${nameToShowSql(u)})
    FROM ${people} ${u} LEFT JOIN ${profiles} ${p} ON ${p.userId} = ${u.id} WHERE ${u.id} = ${userId})`
}
