import { and, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'
import { hashPassword } from './password.ts'
import { authSessions, authTokens, users } from './schema.ts'
import { hashSecret } from './secrets.ts'
import { forgetTries } from './sign-in-tries.ts'

type Context = Pick<AccountContext, 'db' | 'now'>

/** In a statement: whose link this is, as long as it is good. */
const ownerOf = (hash: string, purpose: 'verify' | 'reset', now: number) =>
  sql`(SELECT ${authTokens.userId} FROM ${authTokens}
    WHERE ${and(eq(authTokens.hash, hash), eq(authTokens.purpose, purpose), gt(authTokens.expiresAt, now))})`

/** Verifies the address a link was sent to, once, and makes the password chosen with that very link the account's own. */
export async function followVerifyLink({ db, now }: Context, token: string): Promise<string | null> {
  const hash = await hashSecret(token)
  const owner = ownerOf(hash, 'verify', now)
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
    // Other links with other passwords die with it.
    links: db.delete(authTokens).where(and(eq(authTokens.purpose, 'verify'), eq(authTokens.userId, owner))),
  })
  return verified.rows[0]?.id ?? null
}

type NewPassword = { token: string; password: string; secret: string }

/**
 * Sets a new password by a link, once, ends every session, and takes off the locks that wrong tries put on. Whoever read
 * the mail owns the address. Returns whose it is.
 */
export async function followResetLink({ db, now }: Context, { token, password, secret }: NewPassword): Promise<string> {
  const owner = ownerOf(await hashSecret(token), 'reset', now)
  const linkUsed = new AppError('LinkUsed')
  // The tries are known by the address, which stays the account's own as long as the link is good.
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
    tries: await forgetTries(secret, account.emailKey, sql`EXISTS ${owner}`),
    links: db.delete(authTokens).where(eq(authTokens.userId, owner)),
  })
  const [person] = changed.rows
  if (!person) throw linkUsed
  return person.id
}
