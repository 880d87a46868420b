import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AdminRole } from '../../domain/access/can.ts'
import { AppError } from '../../domain/errors.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { people } from '../accounts/shared.ts'
import { write } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { admins } from './schema.ts'

/** Only a confirmed email counts, because anyone can sign up with another person's email. */
const isConfirmed = (email: string) =>
  and(eq(people.emailKey, canonicalAddress(email)), isNotNull(people.emailVerifiedAt), isNull(people.deletedAt))

/** Makes a person with an account an admin, or changes the role of an admin. */
export async function addAdmin(db: Database, email: string, role: AdminRole, now: number): Promise<void> {
  const added = await write(
    db,
    insertSelect(
      admins,
      { userId: people.id, role, createdAt: now },
      sql`FROM ${people} WHERE ${isConfirmed(email)} ${onConflictUpdate(admins, ['userId'], { role: excluded(admins.role) })}`,
    ),
  )
  if (added === 0) throw new AppError('AccountNotConfirmed')
}

export async function removeAdmin(db: Database, email: string): Promise<void> {
  const person = db.select({ id: people.id }).from(people).where(isConfirmed(email))
  const removed = await write(db, db.delete(admins).where(inArray(admins.userId, person)))
  if (removed === 0) throw new AppError('AdminNotFound')
}
