import { alias } from 'drizzle-orm/sqlite-core'
import { events, joiners } from './schema.ts'

/** The event that fragments speak of: `FROM ${events} ${e}`. */
export const e = alias(events, 'e')

/** The entry of a person in an event that fragments speak of. */
export const j = alias(joiners, 'j')
