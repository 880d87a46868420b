import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { SendLoginLink, SendSignUp } from '../../domain/accounts/contract.ts'
import { loginLinkLifetime, resetLinkLifetime, verifyLinkLifetime } from '../../domain/accounts/rules.ts'
import { termsVersion } from '../../domain/legal/versions.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { runBatch, type Statement } from '../platform/batch.ts'
import { insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { AccountContext } from './context.ts'
import { limitMails, type MailRequester } from './limit-mails.ts'
import { hashPassword } from './password.ts'
import { authTokens, users } from './schema.ts'
import { hashPendingPassword, hashSecret, makeMailToken } from './secrets.ts'

// A link and its email are written in the same round trip that checks the address, so the response time does not reveal
// whether there is an account.

type NewAccount = Pick<SendSignUp, 'email' | 'password' | 'next'>

/** Signs up by email only, so that the response does not reveal whether the address has an account. */
export async function signUp(context: AccountContext, requester: MailRequester, { email, password, next }: NewAccount): Promise<void> {
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
  if (account.emailVerifiedAt === null) {
    const pending = await storePendingPassword(context, email, requester, passwordHash)
    return sendLink(context, requester, { email, next }, pending)
  }
  // The address already has an account. Only its owner learns this, in their own mailbox.
  const isOwner = sql`${and(hasEmail, isNotNull(users.emailVerifiedAt))}`
  const { count, isAllowed } = await limitMails({ email, purpose: 'account-exists', requester, now })
  const template = { name: 'account-exists' as const, data: {} }
  await runBatch(db, { count, mail: mailPerson(isOwner, { id: newId(), to: email, platform, template }, { now, when: isAllowed }) })
}

/**
 * Sends a link that signs the person in, and verifies the email if it is not yet. Nothing is sent if the email has no account. A
 * password that this browser chose at sign-up stays valid as long as the new link.
 */
export async function sendLoginLink(context: AccountContext, requester: MailRequester, wanted: SendLoginLink): Promise<void> {
  const hash = await hashPendingPassword(requester.browserSecret, canonicalAddress(wanted.email))
  const isPending = and(eq(authTokens.hash, hash), eq(authTokens.purpose, 'password'), gt(authTokens.expiresAt, context.now))
  const extended = context.db
    .update(authTokens)
    .set({ expiresAt: context.now + verifyLinkLifetime })
    .where(isPending)
  return sendLink(context, requester, wanted, extended)
}

/** Stores the password that this browser chose and the terms it accepted. They are set when the same browser follows a link. */
async function storePendingPassword(
  { now }: AccountContext,
  email: string,
  { browserSecret }: MailRequester,
  passwordHash: string,
): Promise<SQL> {
  const hash = await hashPendingPassword(browserSecret, canonicalAddress(email))
  const choice = { passwordHash, termsVersion, termsAcceptedAt: now, expiresAt: now + verifyLinkLifetime }
  const pending = { hash, userId: users.id, purpose: 'password' as const, ...choice }
  const onConflict = onConflictUpdate(authTokens, ['hash'], choice)
  return sql`${insertSelect(authTokens, pending, sql`FROM ${users} WHERE ${isUnverified(email)}`)} ${onConflict}`
}

const isUnverified = (email: string) => and(eq(users.emailKey, canonicalAddress(email)), isNull(users.emailVerifiedAt))

/** The email says what the link is for: most people verified theirs long ago. */
async function sendLink(
  { db, now, newId, platform }: AccountContext,
  requester: MailRequester,
  { email, next }: SendLoginLink,
  password: Statement,
): Promise<void> {
  const token = makeMailToken()
  const hash = await hashSecret(token)
  const { count, isAllowed } = await limitMails({ email, purpose: 'verify', requester, now })
  const hasEmail = eq(users.emailKey, canonicalAddress(email))
  const isNew = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${isUnverified(email)})`
  const data = { token, ...(next === undefined ? {} : { next }) }
  const body = { to: email, platform, template: { name: 'verify-email', data } } satisfies MailRequest
  const template = { name: 'login-link' as const, data }
  const expiresAt = sql`iif(${users.emailVerifiedAt} IS NULL, ${now + verifyLinkLifetime}, ${now + loginLinkLifetime})`
  await runBatch(db, {
    password,
    count,
    link: insertLink({ hash, purpose: 'verify', expiresAt }, sql`${hasEmail} AND ${isAllowed}`),
    mail: putInOutbox('mail', [{ id: newId(), body }], { now, when: sql`${hasLink(hash)} AND ${isNew}` }),
    loginMail: mailPerson(
      sql`${and(hasEmail, isNotNull(users.emailVerifiedAt))}`,
      { id: newId(), to: email, platform, template },
      { now, when: hasLink(hash) },
    ),
  })
}

export async function sendResetLink({ db, now, newId, platform }: AccountContext, requester: MailRequester, email: string): Promise<void> {
  const token = makeMailToken()
  const hash = await hashSecret(token)
  const hasEmail = eq(users.emailKey, canonicalAddress(email))
  const { count, isAllowed } = await limitMails({ email, purpose: 'reset', requester, now })
  const template = { name: 'reset-password' as const, data: { token } }
  await runBatch(db, {
    count,
    link: insertLink({ hash, purpose: 'reset', expiresAt: now + resetLinkLifetime }, sql`${hasEmail} AND ${isAllowed}`),
    mail: mailPerson(hasEmail, { id: newId(), to: email, platform, template }, { now, when: hasLink(hash) }),
  })
}

type Link = { hash: string; purpose: 'verify' | 'reset'; expiresAt: number | SQL }

const insertLink = (link: Link, isOwner: SQL): SQL =>
  insertSelect(authTokens, { userId: users.id, ...link }, sql`FROM ${users} WHERE ${isOwner}`)

/** Whether the link was written in this batch. */
const hasLink = (hash: string): SQL => sql`EXISTS (SELECT 1 FROM ${authTokens} WHERE ${authTokens.hash} = ${hash})`
