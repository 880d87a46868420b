import { sql } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { AccountContext } from './context.ts'

export type GooglePerson = { subject: string; email: string }

/**
 * Who this Google account is here: the person it was linked to, else the owner of its address, else someone new.
 * Google has verified the address. A password that somebody left on it unverified dies, together with its links
 * and sessions: its author may not be its owner.
 */
export async function linkGoogle({ db, now, newId }: AccountContext, { subject, email }: GooglePerson): Promise<string> {
  const emailKey = canonicalAddress(email)
  const linked = sql`SELECT user_id FROM auth_identities WHERE provider = 'google' AND subject = ${subject}`
  const unverified = sql`SELECT id FROM users WHERE email_key = ${emailKey} AND email_verified_at IS NULL AND NOT EXISTS (${linked})`
  const results = await runBatch(db, [
    sql`DELETE FROM auth_tokens WHERE user_id IN (${unverified})`,
    sql`DELETE FROM auth_sessions WHERE user_id IN (${unverified})`,
    sql`UPDATE users SET password_hash = NULL, email_verified_at = ${now}, updated_at = ${now} WHERE id IN (${unverified})`,
    sql`INSERT INTO users (id, email, email_key, email_verified_at, created_at, updated_at)
      SELECT ${newId()}, ${email}, ${emailKey}, ${now}, ${now}, ${now} WHERE NOT EXISTS (${linked})
      ON CONFLICT (email_key) DO NOTHING`,
    sql`INSERT INTO auth_identities (provider, subject, user_id, created_at)
      SELECT 'google', ${subject}, id, ${now} FROM users WHERE email_key = ${emailKey} AND NOT EXISTS (${linked})`,
    linked,
  ])
  const [link] = (results.at(-1)?.results ?? []) as { user_id: string }[]
  if (!link) throw new Error('A Google account was linked and is not there')
  return link.user_id
}
