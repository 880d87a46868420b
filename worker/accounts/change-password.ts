import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { mailPerson } from '../mail/mail-person.ts'
import { runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'
import { hashPassword } from './password.ts'
import { authSessions, authTokens, knownDevices, users } from './schema.ts'
import { hashSecret } from './secrets.ts'

type NewPassword = { userId: string; password: string; browserSecret: string }

/**
 * Replaces the password of a person who has just entered the current one. Ends every session, because someone may have a copy of the
 * cookie of this one: the caller opens a new session. Only this browser stays known, and links that were sent before stop working.
 */
export async function changePassword(
  { db, now, newId, platform }: AccountContext,
  { userId, password, browserSecret }: NewPassword,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  const isAccount = sql`${and(eq(users.id, userId), isNotNull(users.passwordHash))}`
  const template = { name: 'password-set' as const, data: { isFirst: false } }
  await runBatch(db, {
    mail: mailPerson(isAccount, { id: newId(), platform, template }, { now }),
    changed: db.update(users).set({ passwordHash, updatedAt: now }).where(isAccount),
    sessions: db.delete(authSessions).where(eq(authSessions.userId, userId)),
    devices: db
      .delete(knownDevices)
      .where(and(eq(knownDevices.userId, userId), ne(knownDevices.browserHash, await hashSecret(browserSecret)))),
    links: db.delete(authTokens).where(eq(authTokens.userId, userId)),
  })
}
