import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../platform/database.ts'
import { people } from './shared.ts'

/** The name others know a person by; no row for someone who is gone or has no name yet. */
export const selectName = (db: Database, personId: string) =>
  db
    .select({ name: people.displayName })
    .from(people)
    .where(and(eq(people.id, personId), isNull(people.deletedAt)))
