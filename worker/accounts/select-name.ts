import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../platform/database.ts'
import { people } from './shared.ts'

/** The display name of a person. There is no row for a deleted account; `name` is null before they have a name. */
export const selectName = (db: Database, personId: string) =>
  db
    .select({ name: people.displayName })
    .from(people)
    .where(and(eq(people.id, personId), isNull(people.deletedAt)))
