import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { pushDevices as d } from './schema.ts'

/** Sends a test to a device of this person. A new test replaces one that is still on its way. */
export async function startTest(
  db: Database,
  userId: string,
  deviceId: string,
  { jobId, token, tokenHash, now }: { jobId: string; token: string; tokenHash: string; now: number },
): Promise<void> {
  const body: WorkOf<'push'> = { kind: 'push', deviceId, userId, noticeKey: null, testToken: token, isUrgent: true }
  const isOwn = and(eq(d.id, deviceId), eq(d.userId, userId))
  const { started } = await runBatch(db, {
    message: putInOutbox('work', [{ id: jobId, body }], { now, when: sql`EXISTS (SELECT 1 FROM ${d} WHERE ${isOwn})` }),
    started: db.update(d).set({ testHash: tokenHash, testAskedAt: now, testTakenAt: null, testShownAt: null }).where(isOwn),
  })
  if (started.changes === 0) throw new AppError('PushDeviceNotFound')
}

/** The device has shown its test. A notification can be quicker than the answer of the push service, so the test was taken too. */
export async function finishTest(db: Database, tokenHash: string, now: number): Promise<void> {
  const shown = { testHash: null, testShownAt: now, testTakenAt: sql`coalesce(${d.testTakenAt}, ${now})` }
  if ((await write(db, db.update(d).set(shown).where(eq(d.testHash, tokenHash)))) === 0) throw new AppError('PushDeviceNotFound')
}
