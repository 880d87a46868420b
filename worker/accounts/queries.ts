import { eq } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { Database } from '../platform/database.ts'
import { users } from './schema.ts'

export async function isKnownEmail(db: Database, email: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, canonicalAddress(email)))
  return rows.length > 0
}
