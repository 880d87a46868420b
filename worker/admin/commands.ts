import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AdminRole } from '../../domain/access/can.ts'
import { AppError } from '../../domain/errors.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { people } from '../accounts/shared.ts'
import { write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { admins } from './schema.ts'

/** Only an address that is confirmed: anyone may have typed another's. */
const selectPersonId = (db: Database, email: string) =>
  db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.emailKey, canonicalAddress(email)), isNotNull(people.emailVerifiedAt), isNull(people.deletedAt)))

/** Makes someone who has an account an admin, or gives an admin another role. */
export async function addAdmin(db: Database, email: string, role: AdminRole, now: number): Promise<void> {
  const person = selectPersonId(db, email)
  const added = await write(
    db,
    sql`INSERT INTO ${admins} (user_id, role, created_at) SELECT id, ${role}, ${now} FROM (${person}) WHERE true
      ON CONFLICT (user_id) DO UPDATE SET role = excluded.role`,
  )
  if (added === 0) throw new AppError('AccountNotConfirmed')
}

export async function removeAdmin(db: Database, email: string): Promise<void> {
  const removed = await write(db, db.delete(admins).where(inArray(admins.userId, selectPersonId(db, email))))
  if (removed === 0) throw new AppError('AdminNotFound')
}
