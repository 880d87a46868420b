import { and, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'
import { hashPassword } from './password.ts'
import { authSessions, authTokens, users } from './schema.ts'
import { hashSecret } from './secrets.ts'
import { deleteSignInTries } from './sign-in-tries.ts'

type Context = Pick<AccountContext, 'db' | 'now'>

/** In a statement: the owner of the link while it is valid. */
const selectLinkOwner = (hash: string, purpose: 'verify' | 'reset', now: number) =>
  sql`(SELECT ${authTokens.userId} FROM ${authTokens}
    WHERE ${and(eq(authTokens.hash, hash), eq(authTokens.purpose, purpose), gt(authTokens.expiresAt, now))})`

/**
 * Verifies the email that the link was sent to, and sets the password that was chosen together with this link. The link
 * works once.
 */
export async function followVerifyLink({ db, now }: Context, token: string): Promise<string | null> {
  const hash = await hashSecret(token)
  const owner = selectLinkOwner(hash, 'verify', now)
  const chosen = sql`(SELECT ${authTokens.passwordHash} FROM ${authTokens} WHERE ${eq(authTokens.hash, hash)})`
  const { verified } = await runBatch(db, {
    verified: db
      .update(users)
      .set({
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`,
        updatedAt: now,
        passwordHash: sql`coalesce(${chosen}, ${users.passwordHash})`,
      })
      .where(eq(users.id, owner))
      .returning({ id: users.id }),
    // Other links could set other passwords, so they are deleted too.
    links: db.delete(authTokens).where(and(eq(authTokens.purpose, 'verify'), eq(authTokens.userId, owner))),
  })
  return verified.rows[0]?.id ?? null
}

type NewPassword = { token: string; password: string; secret: string }

/**
 * Sets a new password with a link, ends every session, and removes the locks after wrong attempts. The link works once. A
 * person who can read the email owns the address, so this also verifies it. Returns the id of the account.
 */
export async function followResetLink({ db, now }: Context, { token, password, secret }: NewPassword): Promise<string> {
  const owner = selectLinkOwner(await hashSecret(token), 'reset', now)
  const linkUsed = new AppError('LinkUsed')
  // The attempts are stored under the email, which cannot change while the link is valid.
  const account = await readFirst(db, db.select({ emailKey: users.emailKey }).from(users).where(eq(users.id, owner)))
  if (!account) throw linkUsed
  const passwordHash = await hashPassword(password)
  const { changed } = await runBatch(db, {
    changed: db
      .update(users)
      .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`, updatedAt: now })
      .where(eq(users.id, owner))
      .returning({ id: users.id }),
    sessions: db.delete(authSessions).where(eq(authSessions.userId, owner)),
    tries: await deleteSignInTries(secret, account.emailKey, sql`EXISTS ${owner}`),
    links: db.delete(authTokens).where(eq(authTokens.userId, owner)),
  })
  const [person] = changed.rows
  if (!person) throw linkUsed
  return person.id
}
