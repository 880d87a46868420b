import { and, desc, eq, gt } from 'drizzle-orm'
import type { DataExport } from '../../domain/data-exports/contract.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { dataExports } from './schema.ts'

const columns = {
  id: dataExports.id,
  state: dataExports.state,
  done: dataExports.done,
  total: dataExports.total,
  size: dataExports.size,
  createdAt: dataExports.createdAt,
  expiresAt: dataExports.expiresAt,
}

export async function findLatestExport(db: Database, userId: string): Promise<DataExport | null> {
  const newest = [desc(dataExports.createdAt), desc(dataExports.id)]
  const ownExports = db.select(columns).from(dataExports).where(eq(dataExports.userId, userId))
  return (await readFirst(db, ownExports.orderBy(...newest).limit(1))) ?? null
}

/** The export if it belongs to this user, is ready and has not expired; otherwise null. */
export async function findReadyExport(db: Database, userId: string, id: string, now: number): Promise<DataExport | null> {
  const isReady = and(
    eq(dataExports.id, id),
    eq(dataExports.userId, userId),
    eq(dataExports.state, 'ready'),
    gt(dataExports.expiresAt, now),
  )
  return (await readFirst(db, db.select(columns).from(dataExports).where(isReady))) ?? null
}
