import { sql } from 'drizzle-orm'
import type { ChangeEmail } from '../../domain/accounts/contract.ts'
import { emailLinkFor } from '../../domain/accounts/rules.ts'
import { AppError } from '../../domain/errors.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { putInOutbox, putRowsInOutbox } from '../jobs/commands.ts'
import { moveOptouts } from '../mail/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { claimWaitingBlocks } from '../privacy/commands.ts'
import { checkPassword } from './check-password.ts'
import type { AccountContext } from './context.ts'
import { hashSecret, makeMailToken } from './secrets.ts'
import { nameToShow, shownName } from './shown-name.ts'

type Asker = { userId: string; clientAddress: string; secret: string }

type Facts = { email: string; emailKey: string; displayName: string | null; hasPassword: number }

/**
 * Has a link sent to the new address. Whether the address has an account already is told by
 * mail to its owner and to nobody else: all that the asker can see is the same.
 */
export async function askForEmailChange(context: AccountContext, asker: Asker, { email, password }: ChangeEmail): Promise<void> {
  const { db, now, newId, platform } = context
  const emailKey = canonicalAddress(email)
  const [own, taken] = await runBatch(db, [
    sql`SELECT email, email_key AS emailKey, display_name AS displayName, password_hash IS NOT NULL AS hasPassword
      FROM users WHERE id = ${asker.userId} AND deleted_at IS NULL`,
    sql`SELECT ${shownName('users')} AS name FROM users WHERE email_key = ${emailKey} AND email_verified_at IS NOT NULL`,
  ])
  const [me] = (own?.results ?? []) as Facts[]
  const [owner] = (taken?.results ?? []) as { name: string }[]
  if (!me) throw new AppError('SignInRequired')
  if (me.emailKey === emailKey) throw new AppError('EmailUnchanged', { at: 'email' })
  if (me.hasPassword === 1) await requirePassword(context, asker, me.email, password)

  const token = makeMailToken()
  const body: MailRequest = {
    to: email,
    platform,
    template: owner
      ? { name: 'account-exists', data: { username: owner.name } }
      : { name: 'email-change', data: { username: nameToShow(me), token } },
  }
  await runBatch(db, [
    sql`DELETE FROM auth_tokens WHERE user_id = ${asker.userId} AND purpose = 'email'`,
    sql`INSERT INTO auth_tokens (hash, user_id, purpose, new_email, expires_at)
      VALUES (${await hashSecret(token)}, ${asker.userId}, 'email', ${email}, ${now + emailLinkFor})`,
    putInOutbox('mail', [{ id: newId(), body }], { now }),
  ])
}

/** Whoever sits at a screen left open must not take the account along. Guesses count like those at sign-in. */
async function requirePassword({ db, now }: AccountContext, { clientAddress, secret }: Asker, email: string, password?: string) {
  if (password === undefined) throw new AppError('PasswordMissing', { at: 'password' })
  const found = await checkPassword(db, { email, password, clientAddress, secret }, now)
  if (found === 'NetworkError') throw new AppError('TooManyPasswordTries')
  if (typeof found === 'string') throw new AppError('PasswordWrong', { at: 'password' })
}

type Asked = { userId: string; email: string; emailKey: string; newEmail: string }

/** Makes the address a link was sent to the account's own, once, and tells both addresses. Answers it. */
export async function followEmailLink(context: AccountContext, token: string): Promise<string> {
  const { db, now, newId, platform } = context
  const hash = await hashSecret(token)
  const isGood = sql`hash = ${hash} AND purpose = 'email' AND new_email IS NOT NULL AND expires_at > ${now}`
  const [found] = await runBatch<Asked>(db, [
    sql`SELECT u.id AS userId, u.email, u.email_key AS emailKey, t.new_email AS newEmail
      FROM auth_tokens t JOIN users u ON u.id = t.user_id WHERE ${isGood}`,
  ])
  const asked = found?.results[0]
  const linkUsed = new AppError('LinkUsed')
  if (!asked) throw linkUsed
  const { userId, email, emailKey, newEmail } = asked
  const newKey = canonicalAddress(newEmail)
  // Someone typed this address when signing up and never came back: it is not theirs.
  const squatter = sql`SELECT id FROM users WHERE email_key = ${newKey} AND id <> ${userId} AND email_verified_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM auth_sessions WHERE user_id = users.id)`
  const stillGood = sql`EXISTS (SELECT 1 FROM auth_tokens WHERE user_id = ${userId} AND ${isGood})`
  const isDone = sql`${stillGood} AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND email_key = ${newKey})`
  const tell = (to: string, isOld: boolean) =>
    putRowsInOutbox(
      'mail',
      sql`SELECT ${newId()} AS id, json_object('to', ${to}, 'platform', ${platform}, 'template', json_object('name', 'email-changed', 'data',
        json_object('username', coalesce(display_name, ${nameToShow({ displayName: null, email })}), 'email', ${newEmail},
          'isOld', json(${isOld ? 'true' : 'false'})))) AS body
        FROM users WHERE id = ${userId} AND ${isDone}`,
      { now },
    )
  const [, , changed] = await runBatch(db, [
    sql`DELETE FROM auth_tokens WHERE user_id IN (${squatter}) AND ${stillGood}`,
    sql`UPDATE users SET email = 'deleted:' || id, email_key = 'deleted:' || id, password_hash = NULL, deleted_at = ${now}
      WHERE id IN (${squatter}) AND ${stillGood}`,
    sql`UPDATE users SET email = ${newEmail}, email_key = ${newKey}, email_verified_at = ${now}, updated_at = ${now}
      WHERE id = ${userId} AND email_key = ${emailKey} AND deleted_at IS NULL AND ${stillGood}
        AND NOT EXISTS (SELECT 1 FROM users WHERE email_key = ${newKey})`,
    tell(email, true),
    tell(newEmail, false),
    ...moveOptouts(emailKey, newKey, isDone),
    ...claimWaitingBlocks(userId, newKey),
    // With it die links that went to the old mailbox: a new password is no longer to be had from there.
    sql`DELETE FROM auth_tokens WHERE user_id = ${userId} AND ${isDone}`,
  ])
  if (changed?.meta.changes) return newEmail
  throw (await isTaken(context, newKey, userId)) ? new AppError('EmailTaken') : linkUsed
}

/** Of a link that was followed twice at once, the address is the person's own by now. */
async function isTaken({ db }: AccountContext, emailKey: string, userId: string): Promise<boolean> {
  const [found] = await runBatch(db, [sql`SELECT 1 FROM users WHERE email_key = ${emailKey} AND id <> ${userId}`])
  return (found?.results.length ?? 0) > 0
}
