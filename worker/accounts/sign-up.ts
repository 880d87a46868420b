import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { resetLinkFor, verifyLinkFor } from '../../domain/accounts/rules.ts'
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

/** All that is done for an address happens by mail, so that whoever asks learns nothing about it. */
export async function signUp(context: AccountContext, { email, password }: { email: string; password: string | undefined }): Promise<void> {
  const { db, now, newId, platform } = context
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const emailKey = canonicalAddress(email)
  const isIts = eq(users.emailKey, emailKey)
  const { found } = await runBatch(db, {
    made: db.insert(users).values({ id: newId(), email, emailKey, createdAt: now, updatedAt: now }).onConflictDoNothing(),
    found: db.select({ emailVerifiedAt: users.emailVerifiedAt }).from(users).where(isIts),
  })
  const [account] = found.rows
  if (!account) throw new Error('An account was made and is not there')
  if (account.emailVerifiedAt === null) return sendVerifyLink(context, email, passwordHash)
  // Whoever owns the address already is told so in their own mailbox, and nowhere else.
  await write(db, mailPerson(isIts, { id: newId(), to: email, platform, template: { name: 'account-exists', data: {} } }, { now }))
}

/** A new link to verify an address. An address that needs none gets none. */
export async function sendVerification(
  context: AccountContext,
  { email, password }: { email: string; password: string | undefined },
): Promise<void> {
  return sendVerifyLink(context, email, password === undefined ? null : await hashPassword(password))
}

// A link and its mail are written in one round trip, or neither where the address is nobody's: so time does not tell which.

async function sendVerifyLink({ db, now, newId, platform }: AccountContext, email: string, passwordHash: string | null): Promise<void> {
  const token = makeMailToken()
  const isUnverified = and(eq(users.emailKey, canonicalAddress(email)), isNull(users.emailVerifiedAt))
  const body = { to: email, platform, template: { name: 'verify-email', data: { token } } } satisfies MailRequest
  await runBatch(db, {
    link: await keepLink({ token, purpose: 'verify', passwordHash, expiresAt: now + verifyLinkFor }, sql`${isUnverified}`),
    mail: putInOutbox('mail', [{ id: newId(), body }], { now, when: sql`EXISTS (SELECT 1 FROM ${users} WHERE ${isUnverified})` }),
  })
}

export async function sendResetLink({ db, now, newId, platform }: AccountContext, email: string): Promise<void> {
  const token = makeMailToken()
  const isIts = eq(users.emailKey, canonicalAddress(email))
  await runBatch(db, {
    link: await keepLink({ token, purpose: 'reset', passwordHash: null, expiresAt: now + resetLinkFor }, isIts),
    mail: mailPerson(isIts, { id: newId(), to: email, platform, template: { name: 'reset-password', data: { token } } }, { now }),
  })
}

type Link = { token: string; purpose: 'verify' | 'reset'; passwordHash: string | null; expiresAt: number }

const keepLink = async ({ token, ...link }: Link, whose: SQL): Promise<SQL> =>
  insertSelect(authTokens, { hash: await hashSecret(token), userId: users.id, ...link }, sql`FROM ${users} WHERE ${whose}`)
