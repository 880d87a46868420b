import { sql } from 'drizzle-orm'
import { exportKeptFor } from '../../domain/data-exports/contract.ts'
import { exportDay, exportGivenUpAfter, exportsADay, judgeExport } from '../../domain/data-exports/rules.ts'
import { AppError } from '../../domain/errors.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { eraseFiles } from '../platform/erase-files.ts'
import { exportKey } from './person-data.ts'

const erasedAtOnce = 50

type Asking = { db: Database; now: number; newId: () => string; platform: PlatformId }

/** Notes the wish and puts the work on its way. One at a time, and a few a day. Answers its id. */
export async function askForExport({ db, now, newId, platform }: Asking, userId: string): Promise<string> {
  const id = newId()
  const isRunning = sql`EXISTS (SELECT 1 FROM data_exports WHERE user_id = ${userId} AND state IN ('waiting', 'working'))`
  const lately = sql`(SELECT count(*) FROM data_exports WHERE user_id = ${userId} AND created_at > ${now - exportDay} AND state <> 'failed')`
  const [met, made] = await runBatch(db, [
    sql`SELECT ${isRunning} AS running, ${lately} AS lately`,
    sql`INSERT INTO data_exports (id, user_id, state, done, total, created_at)
      SELECT ${id}, id, 'waiting', 0, 1, ${now} FROM users
      WHERE id = ${userId} AND deleted_at IS NULL AND NOT ${isRunning} AND ${lately} < ${exportsADay}`,
    putRowsInOutbox(
      'work',
      sql`SELECT ${newId()} AS id, json_object('kind', 'export', 'exportId', id, 'platform', ${platform}) AS body FROM data_exports WHERE id = ${id}`,
      { now },
    ),
  ])
  if (made?.meta.changes) return id
  const [facts] = (met?.results ?? []) as { running: number; lately: number }[]
  throw judgeExport({ running: facts?.running === 1, lately: facts?.lately ?? 0 }) ?? new AppError('SignInRequired')
}

/** What became too old: first the files, then the rows that lead to them. One that hangs is given up, so that another can be asked for. */
export async function expireExports(db: Database, files: R2Bucket, now: number): Promise<void> {
  const [, found] = await runBatch<{ id: string }>(db, [
    sql`UPDATE data_exports SET state = 'failed', expires_at = ${now + exportKeptFor}
      WHERE expires_at IS NULL AND created_at < ${now - 2 * exportGivenUpAfter}`,
    sql`SELECT id FROM data_exports WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${erasedAtOnce}`,
  ])
  const ids = (found?.results ?? []).map(({ id }) => id)
  if (ids.length === 0) return
  await eraseFiles(files, ids.map(exportKey))
  await runBatch(db, [sql`DELETE FROM data_exports WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`])
}
