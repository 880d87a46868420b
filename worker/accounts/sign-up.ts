import { type SQL, sql } from 'drizzle-orm'
import { resetLinkFor, verifyLinkFor } from '../../domain/accounts/rules.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { putInOutbox, putRowsInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'
import { hashPassword } from './password.ts'
import { hashSecret, makeMailToken } from './secrets.ts'
import { shownName } from './shown-name.ts'

type Known = { verified: number; name: string }

/** All that is done for an address happens by mail, so that whoever asks learns nothing about it. */
export async function signUp(context: AccountContext, { email, password }: { email: string; password: string | undefined }): Promise<void> {
  const { db, now, newId, platform } = context
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const emailKey = canonicalAddress(email)
  const [, found] = await runBatch(db, [
    sql`INSERT INTO users (id, email, email_key, created_at, updated_at) VALUES (${newId()}, ${email}, ${emailKey}, ${now}, ${now})
      ON CONFLICT (email_key) DO NOTHING`,
    sql`SELECT email_verified_at IS NOT NULL AS verified, ${shownName('users')} AS name FROM users WHERE email_key = ${emailKey}`,
  ])
  const user = found?.results[0] as Known
  if (user.verified !== 1) return sendVerifyLink(context, email, passwordHash)
  // Whoever owns the address already is told so in their own mailbox, and nowhere else.
  const body: MailRequest = { to: email, platform, template: { name: 'account-exists', data: { username: user.name } } }
  await runBatch(db, [putInOutbox('mail', [{ id: newId(), body }], { now })])
}

/** A new link to verify an address. An address that needs none gets none. */
export async function sendVerification(
  context: AccountContext,
  { email, password }: { email: string; password: string | undefined },
): Promise<void> {
  return sendVerifyLink(context, email, password === undefined ? null : await hashPassword(password))
}

function sendVerifyLink(context: AccountContext, email: string, passwordHash: string | null): Promise<void> {
  const token = makeMailToken()
  const request = JSON.stringify({
    to: email,
    platform: context.platform,
    template: { name: 'verify-email', data: { token } },
  } satisfies MailRequest)
  const owner = sql`FROM users WHERE email_key = ${canonicalAddress(email)} AND email_verified_at IS NULL`
  return sendLink(context, { token, purpose: 'verify', passwordHash, lasts: verifyLinkFor, owner, body: sql`${request}` })
}

export function sendResetLink(context: AccountContext, email: string): Promise<void> {
  const token = makeMailToken()
  const request = JSON.stringify({
    to: email,
    platform: context.platform,
    // The name is filled in where it is known.
    template: { name: 'reset-password', data: { username: '', token } },
  } satisfies MailRequest)
  const body = sql`json_set(${request}, '$.template.data.username', ${shownName('users')})`
  const owner = sql`FROM users WHERE email_key = ${canonicalAddress(email)}`
  return sendLink(context, { token, purpose: 'reset', passwordHash: null, lasts: resetLinkFor, owner, body })
}

type Link = { token: string; purpose: 'verify' | 'reset'; passwordHash: string | null; lasts: number; owner: SQL; body: SQL }

/** Keeps a link and puts its mail on its way, or neither where it is for nobody: one round trip, so that time does not tell which. */
async function sendLink({ db, now, newId }: AccountContext, link: Link): Promise<void> {
  await runBatch(db, [
    sql`INSERT INTO auth_tokens (hash, user_id, purpose, password_hash, expires_at)
      SELECT ${await hashSecret(link.token)}, id, ${link.purpose}, ${link.passwordHash}, ${now + link.lasts} ${link.owner}`,
    putRowsInOutbox('mail', sql`SELECT ${newId()} AS id, ${link.body} AS body ${link.owner}`, { now }),
  ])
}
