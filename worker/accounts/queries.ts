import { eq, sql } from 'drizzle-orm'
import type { OwnAccount } from '../../domain/accounts/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { users } from './schema.ts'

export async function isKnownEmail(db: Database, email: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, canonicalAddress(email)))
  return rows.length > 0
}

type AccountRow = { email: string; hasPassword: number; hasGoogle: number; pendingEmail: string | null }

export async function findOwnAccount(db: Database, userId: string, now: number): Promise<OwnAccount | null> {
  const [found] = await runBatch<AccountRow>(db, [
    sql`SELECT email, password_hash IS NOT NULL AS hasPassword,
      EXISTS (SELECT 1 FROM auth_identities WHERE user_id = users.id AND provider = 'google') AS hasGoogle,
      (SELECT new_email FROM auth_tokens WHERE user_id = users.id AND purpose = 'email' AND expires_at > ${now}
        ORDER BY expires_at DESC LIMIT 1) AS pendingEmail
      FROM users WHERE id = ${userId}`,
  ])
  const row = found?.results[0]
  return row ? { ...row, hasPassword: row.hasPassword === 1, hasGoogle: row.hasGoogle === 1 } : null
}
