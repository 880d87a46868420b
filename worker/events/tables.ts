import { alias } from 'drizzle-orm/sqlite-core'
import { events, joiners } from './schema.ts'

/** The event in SQL fragments: `FROM ${events} ${e}`. */
export const e = alias(events, 'e')

/** The entry of a person in an event in SQL fragments: `FROM ${joiners} ${j}`. */
export const j = alias(joiners, 'j')
