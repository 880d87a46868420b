import { eq } from 'drizzle-orm'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { userBetas } from './schema.ts'

const maxBetas = 100

/** The betas that are on for a person. */
export async function listBetas(db: Database, userId: string): Promise<string[]> {
  const isMine = eq(userBetas.userId, userId)
  const rows = await readAll(db, db.select({ beta: userBetas.beta }).from(userBetas).where(isMine).orderBy(userBetas.beta).limit(maxBetas))
  return rows.map(({ beta }) => beta)
}
