import { and, desc, eq, gt } from 'drizzle-orm'
import type { OwnAccount } from '../../domain/accounts/contract.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { authIdentities, authTokens, users } from './schema.ts'

export async function findOwnAccount(db: Database, userId: string, now: number): Promise<OwnAccount | null> {
  const { user, google, emailLink } = await runBatch(db, {
    user: db.select({ email: users.email, passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
    google: db
      .select({ since: authIdentities.createdAt })
      .from(authIdentities)
      .where(and(eq(authIdentities.userId, userId), eq(authIdentities.provider, 'google')))
      .limit(1),
    emailLink: db
      .select({ newEmail: authTokens.newEmail })
      .from(authTokens)
      .where(and(eq(authTokens.userId, userId), eq(authTokens.purpose, 'email'), gt(authTokens.expiresAt, now)))
      .orderBy(desc(authTokens.expiresAt))
      .limit(1),
  })
  const [account] = user.rows
  if (!account) return null
  return {
    email: account.email,
    hasPassword: account.passwordHash !== null,
    hasGoogle: google.rows.length > 0,
    pendingEmail: emailLink.rows[0]?.newEmail ?? null,
  }
}
