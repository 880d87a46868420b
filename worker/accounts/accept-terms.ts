import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { termsVersion } from '../../domain/legal/versions.ts'
import type { Database } from '../platform/database.ts'
import { users } from './schema.ts'

/** In a batch: stores that the person accepted the current terms. The first acceptance stays. */
export const acceptTerms = (db: Database, userId: string, now: number) =>
  db
    .update(users)
    .set({ termsVersion, termsAcceptedAt: now })
    .where(and(eq(users.id, userId), isNull(users.termsAcceptedAt), isNull(users.deletedAt)))

/** In a statement: whether the person has accepted the terms, in this batch or before. */
export const hasAcceptedTerms = (userId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${users.termsAcceptedAt} IS NOT NULL)`
