import { and, eq, isNull } from 'drizzle-orm'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { users } from './schema.ts'

/** Sets the key of the person's picture, or removes it. Returns the key it replaces, or null if the account was deleted. */
export async function setPhoto(
  db: Database,
  userId: string,
  photoKey: string | null,
  now: number,
): Promise<{ previousKey: string | null } | null> {
  const isActive = and(eq(users.id, userId), isNull(users.deletedAt))
  const { before } = await runBatch(db, {
    before: db.select({ previousKey: users.photoKey }).from(users).where(isActive),
    changed: db.update(users).set({ photoKey, updatedAt: now }).where(isActive),
  })
  return before.rows[0] ?? null
}
