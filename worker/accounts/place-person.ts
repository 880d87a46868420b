import { sql } from 'drizzle-orm'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'

type Placed = {
  id: string
  email: string
  name: string | null
  passwordHash?: string
  emailVerified: boolean
  profileComplete: boolean
}

/** Puts a person with a fixed id where a test or the demo world wants them, or changes them into what it wants. */
export async function placePerson(db: Database, person: Placed, now: number): Promise<void> {
  const { id, email, name, passwordHash = null } = person
  const verifiedAt = person.emailVerified ? now : null
  const completedAt = person.profileComplete ? now : null
  await runBatch(db, [
    sql`INSERT INTO users (id, email, email_key, display_name, password_hash, email_verified_at, completed_at, created_at, updated_at)
      VALUES (${id}, ${email}, ${canonicalAddress(email)}, ${name}, ${passwordHash}, ${verifiedAt}, ${completedAt}, ${now}, ${now})
      ON CONFLICT (id) DO UPDATE SET email = iif(deleted_at IS NULL, email, excluded.email),
        email_key = iif(deleted_at IS NULL, email_key, excluded.email_key), deleted_at = NULL, display_name = ${name}, email_verified_at = ${verifiedAt}, completed_at = ${completedAt}`,
  ])
}
