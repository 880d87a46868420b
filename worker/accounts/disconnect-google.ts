import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'
import { authIdentities, users } from './schema.ts'

/** Disconnects Google from an account that has a password, so that its owner can still log in. They get an email. */
export async function disconnectGoogle({ db, now, newId, platform }: AccountContext, userId: string): Promise<void> {
  const isOwn = and(eq(authIdentities.userId, userId), eq(authIdentities.provider, 'google'))
  const hasPassword = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${users.passwordHash} IS NOT NULL)`
  const { disconnected } = await runBatch(db, {
    mail: mailPerson(
      eq(users.id, userId),
      { id: newId(), platform, template: { name: 'google-disconnected', data: {} } },
      { now, when: sql`${hasPassword} AND EXISTS (SELECT 1 FROM ${authIdentities} WHERE ${isOwn})` },
    ),
    disconnected: db.delete(authIdentities).where(sql`${isOwn} AND ${hasPassword}`),
  })
  if (disconnected.changes > 0) return
  const identity = await readFirst(db, db.select({ since: authIdentities.createdAt }).from(authIdentities).where(isOwn))
  throw new AppError(identity ? 'PasswordNeeded' : 'GoogleNotConnected')
}
