import { and, desc, eq, gt } from 'drizzle-orm'
import type { OwnAccount } from '../../domain/accounts/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { authIdentities, authTokens, users } from './schema.ts'

export async function isKnownEmail(db: Database, email: string): Promise<boolean> {
  const isIts = eq(users.emailKey, canonicalAddress(email))
  return (await readFirst(db, db.select({ id: users.id }).from(users).where(isIts))) !== undefined
}

export async function findOwnAccount(db: Database, userId: string, now: number): Promise<OwnAccount | null> {
  const { own, google, asked } = await runBatch(db, {
    own: db.select({ email: users.email, passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
    google: db
      .select({ since: authIdentities.createdAt })
      .from(authIdentities)
      .where(and(eq(authIdentities.userId, userId), eq(authIdentities.provider, 'google')))
      .limit(1),
    asked: db
      .select({ newEmail: authTokens.newEmail })
      .from(authTokens)
      .where(and(eq(authTokens.userId, userId), eq(authTokens.purpose, 'email'), gt(authTokens.expiresAt, now)))
      .orderBy(desc(authTokens.expiresAt))
      .limit(1),
  })
  const [account] = own.rows
  if (!account) return null
  return {
    email: account.email,
    hasPassword: account.passwordHash !== null,
    hasGoogle: google.rows.length > 0,
    pendingEmail: asked.rows[0]?.newEmail ?? null,
  }
}
