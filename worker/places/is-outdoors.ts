import { type SQL, sql } from 'drizzle-orm'
import { places } from './schema.ts'

/** In a statement: 1 if somebody said that this place is under the open sky, else 0. */
export const isOutdoors = (placeId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${places} WHERE ${places.id} = ${placeId} AND ${places.isIndoor} = 0)`
