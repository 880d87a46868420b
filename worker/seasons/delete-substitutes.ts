import { and, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '../platform/database.ts'
import { substituteAsks, substituteCalls } from './schema.ts'

/** Deletes who was asked for these games. Put it before the statement that takes the games out of their season. */
export const deleteSubstituteRows = (db: Database, eventIds: SQL, when: SQL) => [
  db.delete(substituteAsks).where(and(inArray(substituteAsks.eventId, eventIds), when)),
  db.delete(substituteCalls).where(and(inArray(substituteCalls.eventId, eventIds), when)),
]
