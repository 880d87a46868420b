import { and, eq, isNull, sql } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { AccountContext } from './context.ts'
import { authIdentities, authSessions, authTokens, users } from './schema.ts'

export type GooglePerson = { subject: string; email: string }

/**
 * Returns the user of this Google account: the user it is linked to, otherwise the owner of its email, otherwise a new user.
 * Google has verified the email. If an unverified account has the same email, we delete its password, links and sessions,
 * because another person may have created it. The terms that were accepted with that password are deleted with it.
 */
export async function linkGoogle({ db, now, newId }: AccountContext, { subject, email }: GooglePerson): Promise<string> {
  const emailKey = canonicalAddress(email)
  const selectLink = db
    .select({ userId: authIdentities.userId })
    .from(authIdentities)
    .where(and(eq(authIdentities.provider, 'google'), eq(authIdentities.subject, subject)))
  const isNew = sql`NOT EXISTS ${selectLink}`
  const isUnverified = and(eq(users.emailKey, emailKey), isNull(users.emailVerifiedAt), isNew)
  const unverified = sql`(SELECT ${users.id} FROM ${users} WHERE ${isUnverified})`
  const { link } = await runBatch(db, {
    tokens: db.delete(authTokens).where(sql`${authTokens.userId} IN ${unverified}`),
    sessions: db.delete(authSessions).where(sql`${authSessions.userId} IN ${unverified}`),
    verified: db.update(users).set({ passwordHash: null, emailVerifiedAt: now, updatedAt: now }).where(isUnverified),
    person: insertSelect(
      users,
      { id: newId(), email, emailKey, emailVerifiedAt: now, createdAt: now, updatedAt: now },
      sql`WHERE ${isNew} ON CONFLICT DO NOTHING`,
    ),
    linked: insertSelect(
      authIdentities,
      { provider: 'google', subject, userId: users.id, createdAt: now },
      sql`FROM ${users} WHERE ${eq(users.emailKey, emailKey)} AND ${isNew}`,
    ),
    link: selectLink,
  })
  const [person] = link.rows
  if (!person) throw new Error('The link to the Google account was not found')
  return person.userId
}
