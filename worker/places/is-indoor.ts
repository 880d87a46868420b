import { type SQL, sql } from 'drizzle-orm'
import { places } from './schema.ts'

/** In a statement: whether this place is indoors. NULL if nobody has said so, or there is no such place. */
export const isIndoor = (placeId: SQL): SQL => sql`(SELECT ${places.isIndoor} FROM ${places} WHERE ${places.id} = ${placeId})`
