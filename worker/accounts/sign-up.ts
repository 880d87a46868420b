import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { resetLinkLifetime, verifyLinkLifetime } from '../../domain/accounts/rules.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { AccountContext } from './context.ts'
import { hashPassword } from './password.ts'
import { authTokens, users } from './schema.ts'
import { hashSecret, makeMailToken } from './secrets.ts'

/** Signs up by email only, so that the response does not reveal whether the address has an account. */
export async function signUp(context: AccountContext, { email, password }: { email: string; password: string | undefined }): Promise<void> {
  const { db, now, newId, platform } = context
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const emailKey = canonicalAddress(email)
  const hasEmail = eq(users.emailKey, emailKey)
  const { found } = await runBatch(db, {
    created: db.insert(users).values({ id: newId(), email, emailKey, createdAt: now, updatedAt: now }).onConflictDoNothing(),
    found: db.select({ emailVerifiedAt: users.emailVerifiedAt }).from(users).where(hasEmail),
  })
  const [account] = found.rows
  if (!account) throw new Error('The new account was not found')
  if (account.emailVerifiedAt === null) return sendVerifyLink(context, email, passwordHash)
  // The address already has an account. Only its owner learns this, in their own mailbox.
  await write(db, mailPerson(hasEmail, { id: newId(), to: email, platform, template: { name: 'account-exists', data: {} } }, { now }))
}

/** Sends a new link to verify an email. Nothing is sent if the email is already verified or has no account. */
export async function sendVerification(
  context: AccountContext,
  { email, password }: { email: string; password: string | undefined },
): Promise<void> {
  return sendVerifyLink(context, email, password === undefined ? null : await hashPassword(password))
}

// A link and its email are written in the same round trip that checks the address, so the response time does not reveal
// whether there is an account.

async function sendVerifyLink({ db, now, newId, platform }: AccountContext, email: string, passwordHash: string | null): Promise<void> {
  const token = makeMailToken()
  const isUnverified = and(eq(users.emailKey, canonicalAddress(email)), isNull(users.emailVerifiedAt))
  const body = { to: email, platform, template: { name: 'verify-email', data: { token } } } satisfies MailRequest
  await runBatch(db, {
    link: await insertLink({ token, purpose: 'verify', passwordHash, expiresAt: now + verifyLinkLifetime }, sql`${isUnverified}`),
    mail: putInOutbox('mail', [{ id: newId(), body }], { now, when: sql`EXISTS (SELECT 1 FROM ${users} WHERE ${isUnverified})` }),
  })
}

export async function sendResetLink({ db, now, newId, platform }: AccountContext, email: string): Promise<void> {
  const token = makeMailToken()
  const hasEmail = eq(users.emailKey, canonicalAddress(email))
  await runBatch(db, {
    link: await insertLink({ token, purpose: 'reset', passwordHash: null, expiresAt: now + resetLinkLifetime }, hasEmail),
    mail: mailPerson(hasEmail, { id: newId(), to: email, platform, template: { name: 'reset-password', data: { token } } }, { now }),
  })
}

type Link = { token: string; purpose: 'verify' | 'reset'; passwordHash: string | null; expiresAt: number }

const insertLink = async ({ token, ...link }: Link, isOwner: SQL): Promise<SQL> =>
  insertSelect(authTokens, { hash: await hashSecret(token), userId: users.id, ...link }, sql`FROM ${users} WHERE ${isOwner}`)
