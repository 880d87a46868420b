import { eq, type SQL, sql } from 'drizzle-orm'
import type { AdminRole } from '../../domain/access/can.ts'
import type { AdminList } from '../../domain/admin.ts'
import { people } from '../accounts/shared.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { admins } from './schema.ts'

/** Null for everyone who is not an admin. */
export async function findAdminRole(db: Database, userId: string): Promise<AdminRole | null> {
  const admin = await readFirst(db, db.select({ role: admins.role }).from(admins).where(eq(admins.userId, userId)))
  return admin?.role ?? null
}

/** In a statement: the role of this person as an admin. Null for everyone else. */
export const selectAdminRole = (userId: string): SQL => sql`(SELECT ${admins.role} FROM ${admins} WHERE ${admins.userId} = ${userId})`

/** In the order in which they were added. */
export const listAdmins = (db: Database): Promise<AdminList['admins']> =>
  readAll(
    db,
    db
      .select({ email: people.email, role: admins.role, createdAt: admins.createdAt })
      .from(admins)
      .innerJoin(people, eq(people.id, admins.userId))
      .orderBy(admins.createdAt, admins.userId),
  )
