import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'
import { hashPassword } from './password.ts'
import { hashSecret } from './secrets.ts'
import { forgetTries } from './sign-in-tries.ts'

type Context = Pick<AccountContext, 'db' | 'now'>

/** Verifies the address a link was sent to, once, and makes the password chosen with that very link the account's own. */
export async function followVerifyLink({ db, now }: Context, token: string): Promise<string | null> {
  const hash = await hashSecret(token)
  const owner = sql`(SELECT user_id FROM auth_tokens WHERE hash = ${hash} AND purpose = 'verify' AND expires_at > ${now})`
  const [verified] = await runBatch<{ id: string }>(db, [
    sql`UPDATE users SET email_verified_at = coalesce(email_verified_at, ${now}), updated_at = ${now},
        password_hash = coalesce((SELECT password_hash FROM auth_tokens WHERE hash = ${hash}), password_hash)
      WHERE id = ${owner} RETURNING id`,
    // Other links with other passwords die with it.
    sql`DELETE FROM auth_tokens WHERE purpose = 'verify' AND user_id = ${owner}`,
  ])
  return verified?.results[0]?.id ?? null
}

type NewPassword = { token: string; password: string; secret: string }

/**
 * Sets a new password by a link, once, ends every session, and takes off the locks that wrong tries put on. Whoever read
 * the mail owns the address. Answers whose it is.
 */
export async function followResetLink({ db, now }: Context, { token, password, secret }: NewPassword): Promise<string> {
  const hash = await hashSecret(token)
  const owner = sql`(SELECT user_id FROM auth_tokens WHERE hash = ${hash} AND purpose = 'reset' AND expires_at > ${now})`
  const linkUsed = new AppError('LinkUsed')
  // The tries are known by the address, which stays the account's own as long as the link is good.
  const [found] = await runBatch<{ emailKey: string }>(db, [sql`SELECT email_key AS emailKey FROM users WHERE id = ${owner}`])
  const emailKey = found?.results[0]?.emailKey
  if (emailKey === undefined) throw linkUsed
  const passwordHash = await hashPassword(password)
  const [changed] = await runBatch<{ id: string }>(db, [
    sql`UPDATE users SET password_hash = ${passwordHash}, email_verified_at = coalesce(email_verified_at, ${now}), updated_at = ${now}
      WHERE id = ${owner} RETURNING id`,
    sql`DELETE FROM auth_sessions WHERE user_id = ${owner}`,
    await forgetTries(secret, emailKey, sql`EXISTS ${owner}`),
    sql`DELETE FROM auth_tokens WHERE user_id = ${owner}`,
  ])
  const [person] = changed?.results ?? []
  if (!person) throw linkUsed
  return person.id
}
