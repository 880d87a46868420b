import { and, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import { exportKeptFor } from '../../domain/data-exports/contract.ts'
import { exportDay, exportGivenUpAfter, judgeExport, maxExportsPerDay } from '../../domain/data-exports/rules.ts'
import { AppError } from '../../domain/errors.ts'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { areThere } from '../accounts/are-there.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { eraseFiles } from '../platform/erase-files.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { exportKey } from './person-data.ts'
import { dataExports } from './schema.ts'

const erasedAtOnce = 50

type Asking = { db: Database; now: number; newId: () => string; platform: PlatformId }

/** Notes the wish and puts the work on its way. One at a time, and a few a day. Returns its id. */
export async function askForExport({ db, now, newId, platform }: Asking, userId: string): Promise<string> {
  const id = newId()
  const isRunning = sql`EXISTS (SELECT 1 FROM ${dataExports}
    WHERE ${dataExports.userId} = ${userId} AND ${dataExports.state} IN ('waiting', 'working'))`
  const lately = sql`(SELECT count(*) FROM ${dataExports} WHERE ${dataExports.userId} = ${userId}
    AND ${dataExports.createdAt} > ${now - exportDay} AND ${dataExports.state} <> 'failed')`
  const { met, made } = await runBatch(db, {
    met: select({ running: asBoolean, lately: asNumber }, sql`SELECT ${isRunning} AS running, ${lately} AS lately`),
    made: insertSelect(
      dataExports,
      { id, userId, state: 'waiting', done: 0, total: 1, createdAt: now },
      sql`WHERE ${areThere([userId])} AND NOT ${isRunning} AND ${lately} < ${maxExportsPerDay}`,
    ),
    work: putInOutbox('work', [{ id: newId(), body: { kind: 'export', exportId: id, platform } satisfies WorkOf<'export'> }], {
      now,
      when: sql`EXISTS (SELECT 1 FROM ${dataExports} WHERE ${dataExports.id} = ${id})`,
    }),
  })
  if (made.changes) return id
  throw judgeExport(met.rows[0] ?? { running: false, lately: 0 }) ?? new AppError('SignInRequired')
}

/** What became too old: first the files, then the rows that lead to them. One that hangs is given up, so that another can be asked for. */
export async function expireExports(db: Database, files: R2Bucket, now: number): Promise<void> {
  const { expired } = await runBatch(db, {
    givenUp: db
      .update(dataExports)
      .set({ state: 'failed', expiresAt: now + exportKeptFor })
      .where(and(isNull(dataExports.expiresAt), lt(dataExports.createdAt, now - 2 * exportGivenUpAfter))),
    expired: db
      .select({ id: dataExports.id })
      .from(dataExports)
      .where(lte(dataExports.expiresAt, now))
      .orderBy(dataExports.expiresAt)
      .limit(erasedAtOnce),
  })
  const ids = expired.rows.map(({ id }) => id)
  if (ids.length === 0) return
  await eraseFiles(files, ids.map(exportKey))
  await write(db, db.delete(dataExports).where(inArray(dataExports.id, ids)))
}
