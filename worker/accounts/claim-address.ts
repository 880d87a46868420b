import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { insertSelect } from '../platform/columns.ts'
import type { AccountContext } from './context.ts'
import { authSessions, authTokens, users } from './schema.ts'

/**
 * Statements for a person who has just proved that this email is theirs: they verify its account, or create it. If the account was
 * never verified, we delete its password, links and sessions, because another person may have created it. The terms that were accepted
 * with that password are deleted with it.
 */
export function claimAddress({ db, now, newId }: Omit<AccountContext, 'platform'>, email: string, when: SQL = sql`1`) {
  const emailKey = canonicalAddress(email)
  const isUnverified = and(eq(users.emailKey, emailKey), isNull(users.emailVerifiedAt), when)
  const unverified = sql`(SELECT ${users.id} FROM ${users} WHERE ${isUnverified})`
  return {
    tokens: db.delete(authTokens).where(sql`${authTokens.userId} IN ${unverified}`),
    sessions: db.delete(authSessions).where(sql`${authSessions.userId} IN ${unverified}`),
    verified: db.update(users).set({ passwordHash: null, emailVerifiedAt: now, updatedAt: now }).where(isUnverified),
    person: insertSelect(
      users,
      { id: newId(), email, emailKey, emailVerifiedAt: now, createdAt: now, updatedAt: now },
      sql`WHERE ${when} ON CONFLICT DO NOTHING`,
    ),
  }
}
