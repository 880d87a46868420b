import { and, eq, sql } from 'drizzle-orm'
import { people } from '../accounts/shared.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { personNotFound } from '../privacy/reach.ts'
import { userBetas } from './schema.ts'

export async function switchBetaOn(db: Database, userId: string, beta: string, now: number): Promise<void> {
  const { after } = await runBatch(db, {
    added: insertSelect(
      userBetas,
      { userId: people.id, beta, createdAt: now },
      sql`FROM ${people} WHERE ${people.id} = ${userId} AND ${people.deletedAt} IS NULL ON CONFLICT DO NOTHING`,
    ),
    after: db.select({ since: userBetas.createdAt }).from(userBetas).where(isBetaOf(userId, beta)),
  })
  if (!after.rows[0]) throw personNotFound()
}

export async function switchBetaOff(db: Database, userId: string, beta: string): Promise<void> {
  await write(db, db.delete(userBetas).where(isBetaOf(userId, beta)))
}

const isBetaOf = (userId: string, beta: string) => and(eq(userBetas.userId, userId), eq(userBetas.beta, beta))
