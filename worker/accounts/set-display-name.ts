import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../platform/database.ts'
import { users } from './schema.ts'

/** For the batch that creates or changes a profile: sets the display name and marks the profile as complete. */
export const setDisplayName = (db: Database, userId: string, { displayName, now }: { displayName: string; now: number }, when: SQL) =>
  db
    .update(users)
    .set({ displayName, completedAt: sql`coalesce(${users.completedAt}, ${now})`, updatedAt: now })
    .where(sql`${users.id} = ${userId} AND ${users.deletedAt} IS NULL AND ${when}`)
