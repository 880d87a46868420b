import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { resetLinkLifetime, verifyLinkLifetime } from '../../domain/accounts/rules.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { runBatch, type Statement, write } from '../platform/batch.ts'
import { insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { AccountContext } from './context.ts'
import { hashPassword } from './password.ts'
import { authTokens, users } from './schema.ts'
import { hashPendingPassword, hashSecret, makeMailToken } from './secrets.ts'

type NewAccount = { email: string; password: string; browserSecret: string }

/** Signs up by email only, so that the response does not reveal whether the address has an account. */
export async function signUp(context: AccountContext, { email, password, browserSecret }: NewAccount): Promise<void> {
  const { db, now, newId, platform } = context
  const passwordHash = await hashPassword(password)
  const emailKey = canonicalAddress(email)
  const hasEmail = eq(users.emailKey, emailKey)
  const { found } = await runBatch(db, {
    created: db.insert(users).values({ id: newId(), email, emailKey, createdAt: now, updatedAt: now }).onConflictDoNothing(),
    found: db.select({ emailVerifiedAt: users.emailVerifiedAt }).from(users).where(hasEmail),
  })
  const [account] = found.rows
  if (!account) throw new Error('The new account was not found')
  if (account.emailVerifiedAt === null)
    return sendVerifyLink(context, email, await storePendingPassword(context, email, browserSecret, passwordHash))
  // The address already has an account. Only its owner learns this, in their own mailbox.
  await write(db, mailPerson(hasEmail, { id: newId(), to: email, platform, template: { name: 'account-exists', data: {} } }, { now }))
}

/**
 * Sends a new link to verify an email. Nothing is sent if the email is already verified or has no account. A password that this
 * browser chose at sign-up stays valid as long as the new link.
 */
export async function sendVerification(context: AccountContext, email: string, browserSecret: string): Promise<void> {
  const hash = await hashPendingPassword(browserSecret, canonicalAddress(email))
  const expiresAt = context.now + verifyLinkLifetime
  const extended = context.db
    .update(authTokens)
    .set({ expiresAt })
    .where(and(eq(authTokens.hash, hash), eq(authTokens.purpose, 'password'), gt(authTokens.expiresAt, context.now)))
  return sendVerifyLink(context, email, extended)
}

/** Stores the password that this browser chose. It is set when the same browser follows a link. */
async function storePendingPassword({ now }: AccountContext, email: string, browserSecret: string, passwordHash: string): Promise<SQL> {
  const hash = await hashPendingPassword(browserSecret, canonicalAddress(email))
  const pending = { hash, userId: users.id, purpose: 'password' as const, passwordHash, expiresAt: now + verifyLinkLifetime }
  const onConflict = onConflictUpdate(authTokens, ['hash'], { passwordHash, expiresAt: pending.expiresAt })
  return sql`${insertSelect(authTokens, pending, sql`FROM ${users} WHERE ${isUnverified(email)}`)} ${onConflict}`
}

const isUnverified = (email: string) => and(eq(users.emailKey, canonicalAddress(email)), isNull(users.emailVerifiedAt))

// A link and its email are written in the same round trip that checks the address, so the response time does not reveal
// whether there is an account.

async function sendVerifyLink({ db, now, newId, platform }: AccountContext, email: string, password: Statement): Promise<void> {
  const token = makeMailToken()
  const body = { to: email, platform, template: { name: 'verify-email', data: { token } } } satisfies MailRequest
  await runBatch(db, {
    password,
    link: await insertLink({ token, purpose: 'verify', expiresAt: now + verifyLinkLifetime }, sql`${isUnverified(email)}`),
    mail: putInOutbox('mail', [{ id: newId(), body }], { now, when: sql`EXISTS (SELECT 1 FROM ${users} WHERE ${isUnverified(email)})` }),
  })
}

export async function sendResetLink({ db, now, newId, platform }: AccountContext, email: string): Promise<void> {
  const token = makeMailToken()
  const hasEmail = eq(users.emailKey, canonicalAddress(email))
  await runBatch(db, {
    link: await insertLink({ token, purpose: 'reset', expiresAt: now + resetLinkLifetime }, hasEmail),
    mail: mailPerson(hasEmail, { id: newId(), to: email, platform, template: { name: 'reset-password', data: { token } } }, { now }),
  })
}

type Link = { token: string; purpose: 'verify' | 'reset'; expiresAt: number }

const insertLink = async ({ token, ...link }: Link, isOwner: SQL): Promise<SQL> =>
  insertSelect(authTokens, { hash: await hashSecret(token), userId: users.id, ...link }, sql`FROM ${users} WHERE ${isOwner}`)
