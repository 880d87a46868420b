import { and, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { exportLifetime } from '../../domain/data-exports/contract.ts'
import { exportLimitPeriod, exportTimeout, judgeExport, maxExportsPerDay } from '../../domain/data-exports/rules.ts'
import { AppError } from '../../domain/errors.ts'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { allPeopleExist } from '../accounts/all-people-exist.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { eraseFiles } from '../platform/erase-files.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { exportKey } from './person-data.ts'
import { dataExports } from './schema.ts'

const maxErasedPerRun = 50

type ExportRequest = { db: Database; now: number; newId: () => string; platform: PlatformId }

/**
 * Creates an export and queues the job that collects the data. Only one at a time and a few per day are allowed. Returns its
 * id.
 */
export async function requestExport({ db, now, newId, platform }: ExportRequest, userId: string): Promise<string> {
  const id = newId()
  const isRunning = sql`EXISTS (SELECT 1 FROM ${dataExports}
    WHERE ${dataExports.userId} = ${userId} AND ${dataExports.state} IN ('waiting', 'working'))`
  const recentCount = sql`(SELECT count(*) FROM ${dataExports} WHERE ${dataExports.userId} = ${userId}
    AND ${dataExports.createdAt} > ${now - exportLimitPeriod} AND ${dataExports.state} <> 'failed')`
  const { facts, created } = await runBatch(db, {
    facts: select({ isRunning: asBoolean, recentCount: asNumber }, sql`SELECT ${isRunning} AS isRunning, ${recentCount} AS recentCount`),
    created: insertSelect(
      dataExports,
      { id, userId, state: 'waiting', done: 0, total: 1, createdAt: now },
      sql`WHERE ${allPeopleExist([userId])} AND NOT ${isRunning} AND ${recentCount} < ${maxExportsPerDay}`,
    ),
    work: putInOutbox('work', [{ id: newId(), body: { kind: 'export', exportId: id, platform } satisfies WorkOf<'export'> }], {
      now,
      when: sql`EXISTS (SELECT 1 FROM ${dataExports} WHERE ${dataExports.id} = ${id})`,
    }),
  })
  if (created.changes) return id
  throw judgeExport(facts.rows[0] ?? { isRunning: false, recentCount: 0 }) ?? new AppError('SignInRequired')
}

/**
 * Deletes expired exports: first the files, then the rows that refer to them. An export that hangs is marked as failed, so
 * that the person can request another.
 */
export async function expireExports(db: Database, files: R2Bucket, now: number): Promise<void> {
  const { expired } = await runBatch(db, {
    timedOut: db
      .update(dataExports)
      .set({ state: 'failed', expiresAt: now + exportLifetime })
      .where(and(isNull(dataExports.expiresAt), lt(dataExports.createdAt, now - 2 * exportTimeout))),
    expired: db
      .select({ id: dataExports.id })
      .from(dataExports)
      .where(lte(dataExports.expiresAt, now))
      .orderBy(dataExports.expiresAt)
      .limit(maxErasedPerRun),
  })
  const ids = expired.rows.map(({ id }) => id)
  if (ids.length === 0) return
  await eraseFiles(files, ids.map(exportKey))
  await write(db, db.delete(dataExports).where(inArray(dataExports.id, ids)))
}
