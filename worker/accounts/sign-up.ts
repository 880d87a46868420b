import { sql } from 'drizzle-orm'
import { resetLinkFor, verifyLinkFor } from '../../domain/accounts/rules.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'
import { hashPassword } from './password.ts'
import { hashSecret, makeMailToken } from './secrets.ts'
import { shownName } from './shown-name.ts'

type Known = { id: string; verified: number; name: string }

/** All that is done for an address happens by mail, so that whoever asks learns nothing about it. Answers the mail's job. */
export async function signUp(
  context: AccountContext,
  { email, password }: { email: string; password: string | undefined },
): Promise<string> {
  const { db, now, newId } = context
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const emailKey = canonicalAddress(email)
  const [, found] = await runBatch(db, [
    sql`INSERT INTO users (id, email, email_key, created_at, updated_at) VALUES (${newId()}, ${email}, ${emailKey}, ${now}, ${now})
      ON CONFLICT (email_key) DO NOTHING`,
    selectKnown(emailKey),
  ])
  const user = found?.results[0] as Known
  // Whoever owns the address already is told so in their own mailbox, and nowhere else.
  if (user.verified === 1) return mail(context, email, { name: 'account-exists', data: { username: user.name } })
  return sendVerifyLink(context, user.id, email, passwordHash)
}

async function sendVerifyLink(context: AccountContext, userId: string, email: string, passwordHash: string | null): Promise<string> {
  const token = makeMailToken()
  return mail(context, email, { name: 'verify-email', data: { token } }, [
    sql`INSERT INTO auth_tokens (hash, user_id, purpose, password_hash, expires_at)
      VALUES (${await hashSecret(token)}, ${userId}, 'verify', ${passwordHash}, ${context.now + verifyLinkFor})`,
  ])
}

/** A new link to verify an address. An address that needs none gets none. */
export async function sendVerification(
  context: AccountContext,
  { email, password }: { email: string; password: string | undefined },
): Promise<string | null> {
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const [found] = await runBatch(context.db, [selectKnown(canonicalAddress(email))])
  const user = found?.results[0] as Known | undefined
  return !user || user.verified === 1 ? null : sendVerifyLink(context, user.id, email, passwordHash)
}

export async function sendResetLink(context: AccountContext, email: string): Promise<string | null> {
  const [found] = await runBatch(context.db, [selectKnown(canonicalAddress(email))])
  const user = found?.results[0] as Known | undefined
  if (!user) return null
  const token = makeMailToken()
  return mail(context, email, { name: 'reset-password', data: { username: user.name, token } }, [
    sql`INSERT INTO auth_tokens (hash, user_id, purpose, expires_at)
      VALUES (${await hashSecret(token)}, ${user.id}, 'reset', ${context.now + resetLinkFor})`,
  ])
}

const selectKnown = (emailKey: string) => sql`
  SELECT id, email_verified_at IS NOT NULL AS verified, ${shownName('users')} AS name
  FROM users WHERE email_key = ${emailKey}`

/** Puts the mail on its way in one batch with what it tells of. */
async function mail(
  { db, now, newId, platform }: AccountContext,
  to: string,
  template: MailRequest['template'],
  facts: ReturnType<typeof sql>[] = [],
) {
  const id = newId()
  const body: MailRequest = { to, platform, template }
  await runBatch(db, [...facts, putInOutbox(db, { id, queue: 'mail', body, now })])
  return id
}
