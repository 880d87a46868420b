import { type SQL, sql } from 'drizzle-orm'
import { nameDevice } from '../../domain/accounts/rules.ts'
import { maxPushDevices, type PushDevice } from '../../domain/push/contract.ts'
import { sessions } from '../accounts/shared.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import { pushDevices as d } from './schema.ts'

/** The person is still signed in on the device. Whoever has it after them must not read their alerts. */
export const isSignedIn: SQL = sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.id} = ${d.sessionId} AND ${sessions.userId} = ${d.userId})`

export async function listPushDevices(db: Database, userId: string, thisSession: string): Promise<PushDevice[]> {
  const { id, userAgent, sessionId, hidesText, createdAt, refreshedAt, outcome, testAskedAt, testTakenAt, testShownAt } = d
  const rows = await readAll(
    db,
    selectFields(
      { id, userAgent, sessionId, hidesText, createdAt, refreshedAt, outcome, testAskedAt, testTakenAt, testShownAt },
      sql`FROM ${d} WHERE ${d.userId} = ${userId} AND ${isSignedIn} ORDER BY ${d.createdAt} DESC, ${d.id} LIMIT ${maxPushDevices}`,
    ),
  )
  return rows.map(({ userAgent, sessionId, testAskedAt, testTakenAt, testShownAt, ...device }) => ({
    ...device,
    name: nameDevice(userAgent),
    isThis: sessionId === thisSession,
    test: testAskedAt === null ? null : { askedAt: testAskedAt, takenAt: testTakenAt, shownAt: testShownAt },
  }))
}
