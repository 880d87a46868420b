import { and, type Column, eq, gt, inArray, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import { refuseCommonPassword } from './common-password.ts'
import type { AccountContext } from './context.ts'
import { hashPassword } from './password.ts'
import { authSessions, authTokens, knownDevices, users } from './schema.ts'
import { hashPendingPassword, hashSecret } from './secrets.ts'
import { deleteSignInTries } from './sign-in-tries.ts'

/** In a statement: the owner of the link while it is valid. */
const selectLinkOwner = (hash: string, purpose: 'verify' | 'reset', now: number) =>
  sql`(SELECT ${authTokens.userId} FROM ${authTokens}
    WHERE ${and(eq(authTokens.hash, hash), eq(authTokens.purpose, purpose), gt(authTokens.expiresAt, now))})`

/**
 * Verifies the email that the link was sent to, and sets the password that this browser chose and the terms it accepted at
 * sign-up. In another browser it sets none, because we cannot know who signed up there. All that waits is deleted. The link works
 * once.
 */
export async function followVerifyLink(
  { db, now }: Pick<AccountContext, 'db' | 'now'>,
  token: string,
  browserSecret: string,
): Promise<string | null> {
  const hash = await hashSecret(token)
  const owner = selectLinkOwner(hash, 'verify', now)
  const account = await readFirst(db, db.select({ emailKey: users.emailKey }).from(users).where(eq(users.id, owner)))
  if (!account) return null
  const pending = await hashPendingPassword(browserSecret, account.emailKey)
  const chosen = (column: Column) => sql`(SELECT ${column} FROM ${authTokens}
    WHERE ${authTokens.hash} = ${pending} AND ${authTokens.purpose} = 'password' AND ${authTokens.userId} = ${users.id}
      AND ${authTokens.expiresAt} > ${now})`
  const setIfNew = (column: Column, source: Column) => sql`iif(${users.emailVerifiedAt} IS NULL, ${chosen(source)}, ${column})`
  const { verified } = await runBatch(db, {
    verified: db
      .update(users)
      .set({
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`,
        updatedAt: now,
        passwordHash: setIfNew(users.passwordHash, authTokens.passwordHash),
        termsVersion: setIfNew(users.termsVersion, authTokens.termsVersion),
        termsAcceptedAt: setIfNew(users.termsAcceptedAt, authTokens.termsAcceptedAt),
      })
      .where(eq(users.id, owner))
      .returning({ id: users.id }),
    links: db.delete(authTokens).where(and(inArray(authTokens.purpose, ['verify', 'password']), eq(authTokens.userId, owner))),
  })
  return verified.rows[0]?.id ?? null
}

/** Whether a reset link can still be used. This changes nothing. */
export async function checkResetLink({ db, now }: Pick<AccountContext, 'db' | 'now'>, token: string): Promise<void> {
  const owner = selectLinkOwner(await hashSecret(token), 'reset', now)
  if (!(await readFirst(db, db.select({ id: users.id }).from(users).where(eq(users.id, owner))))) throw new AppError('LinkUsed')
}

type NewPassword = { token: string; password: string; commonPasswords: ReadonlySet<string>; secret: string; browserSecret: string }

/**
 * Sets a new password with a link, ends every session, and removes the locks after wrong attempts. The link works once. A
 * person who can read the email owns the address, so this also verifies it. Only this browser is known afterwards, because
 * someone else may have signed in on the others. Returns the id of the account.
 */
export async function followResetLink(
  { db, now, newId, platform }: AccountContext,
  { token, password, commonPasswords, secret, browserSecret }: NewPassword,
): Promise<string> {
  const owner = selectLinkOwner(await hashSecret(token), 'reset', now)
  const linkUsed = new AppError('LinkUsed')
  // The attempts are stored under the email, which cannot change while the link is valid.
  const account = await readFirst(
    db,
    db.select({ id: users.id, emailKey: users.emailKey, passwordHash: users.passwordHash }).from(users).where(eq(users.id, owner)),
  )
  if (!account) throw linkUsed
  refuseCommonPassword(commonPasswords, { password, email: account.emailKey })
  const passwordHash = await hashPassword(password)
  const isValid = sql`EXISTS ${owner}`
  const template = { name: 'password-set' as const, data: { isFirst: account.passwordHash === null } }
  const { changed } = await runBatch(db, {
    mail: mailPerson(eq(users.id, account.id), { id: newId(), platform, template }, { now, when: isValid }),
    changed: db
      .update(users)
      .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`, updatedAt: now })
      .where(eq(users.id, owner))
      .returning({ id: users.id }),
    sessions: db.delete(authSessions).where(eq(authSessions.userId, owner)),
    devices: db.delete(knownDevices).where(eq(knownDevices.userId, owner)),
    device: insertSelect(
      knownDevices,
      { userId: account.id, browserHash: await hashSecret(browserSecret), firstSeenAt: now },
      sql`WHERE ${isValid}`,
    ),
    tries: await deleteSignInTries(secret, account.emailKey, isValid),
    links: db.delete(authTokens).where(eq(authTokens.userId, owner)),
  })
  const [person] = changed.rows
  if (!person) throw linkUsed
  return person.id
}
