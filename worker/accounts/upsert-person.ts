import { sql } from 'drizzle-orm'
import { termsVersion } from '../../domain/legal/versions.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { write } from '../platform/batch.ts'
import { excluded } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { users } from './schema.ts'

type PersonToUpsert = {
  id: string
  email: string
  name: string | null
  passwordHash?: string
  emailVerified: boolean
  profileComplete: boolean
}

/** Creates a person with a fixed id for a test or the demo data, or updates the person if the id exists. */
export async function upsertPerson(db: Database, person: PersonToUpsert, now: number): Promise<void> {
  const { id, email, name, passwordHash = null } = person
  const set = {
    displayName: name,
    emailVerifiedAt: person.emailVerified ? now : null,
    completedAt: person.profileComplete ? now : null,
    termsVersion,
    termsAcceptedAt: now,
  }
  const keepUnlessDeleted = (column: typeof users.email | typeof users.emailKey) =>
    sql`iif(${users.deletedAt} IS NULL, ${column}, ${excluded(column)})`
  await write(
    db,
    db
      .insert(users)
      .values({ id, email, emailKey: canonicalAddress(email), passwordHash, createdAt: now, updatedAt: now, ...set })
      .onConflictDoUpdate({
        target: users.id,
        set: { ...set, email: keepUnlessDeleted(users.email), emailKey: keepUnlessDeleted(users.emailKey), deletedAt: null },
      }),
  )
}
