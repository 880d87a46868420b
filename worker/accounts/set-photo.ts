import { and, eq, isNull } from 'drizzle-orm'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { users } from './schema.ts'

/** Names the person's picture, or none. Returns the one it replaces; null where the account is gone. */
export async function setPhoto(
  db: Database,
  userId: string,
  photoKey: string | null,
  now: number,
): Promise<{ former: string | null } | null> {
  const isThere = and(eq(users.id, userId), isNull(users.deletedAt))
  const { before } = await runBatch(db, {
    before: db.select({ former: users.photoKey }).from(users).where(isThere),
    changed: db.update(users).set({ photoKey, updatedAt: now }).where(isThere),
  })
  return before.rows[0] ?? null
}
