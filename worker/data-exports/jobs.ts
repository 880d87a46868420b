import { sql } from 'drizzle-orm'
import { exportKeptFor } from '../../domain/data-exports/contract.ts'
import { exportGivenUpAfter } from '../../domain/data-exports/rules.ts'
import { defaultPlatform, type PlatformId, platforms } from '../../domain/platforms.ts'
import { shownName } from '../accounts/shown-name.ts'
import type { Env } from '../env.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import { JobError } from '../platform/job-error.ts'
import type { ExportFile, ExportPart, PersonData } from '../platform/person-data.ts'
import { type CollectedPart, packExport } from './pack-export.ts'
import { exportKey } from './person-data.ts'

type ExportContext = { env: Env; db: Database; now: number; personData: readonly PersonData[] }

type Row = { userId: string; state: string; createdAt: number }

/**
 * Collects all that is known of a person into one file. Started anew after a crash it begins at the beginning and ends
 * at the same place; delivered twice it tells once. If the person went meanwhile, nothing of it stays.
 */
export async function makeExport(exportId: string, platform: PlatformId = defaultPlatform, context: ExportContext): Promise<void> {
  const { db, now, env } = context
  const [found] = await runBatch<Row>(db, [
    sql`SELECT user_id AS userId, state, created_at AS createdAt FROM data_exports WHERE id = ${exportId}`,
  ])
  const row = found?.results[0]
  if (!row) return await env.FILES.delete(exportKey(exportId))
  if (row.state === 'ready' || row.state === 'failed') return
  try {
    await collect(exportId, platform, row, context)
  } catch (error) {
    if (now - row.createdAt < exportGivenUpAfter) throw error
    await runBatch(db, [
      sql`UPDATE data_exports SET state = 'failed', expires_at = ${now + exportKeptFor} WHERE id = ${exportId} AND state <> 'ready'`,
    ])
    throw new JobError('The export was given up.', { permanent: true, cause: error })
  }
}

async function collect(exportId: string, platform: PlatformId, { userId, createdAt }: Row, context: ExportContext): Promise<void> {
  const { db, now, env, personData } = context
  const total = personData.length + 1
  const note = (done: number) =>
    runBatch(db, [
      sql`UPDATE data_exports SET state = 'working', done = ${done}, total = ${total} WHERE id = ${exportId} AND state IN ('waiting', 'working')`,
    ])
  await note(0)
  const collected: CollectedPart[] = []
  const files: ExportFile[] = []
  for (const [index, data] of personData.entries()) {
    const parts: ExportPart[] = await data.export(db, userId, env)
    collected.push(...parts.map((part) => ({ ...part, feature: data.feature })))
    if (data.exportFiles) files.push(...(await data.exportFiles(db, userId, env)))
    await note(index + 1)
  }
  const zip = packExport({ collected, files, at: now, productName: platforms[platform].name })
  const contentDisposition = `attachment; filename="my-data-${new Date(createdAt).toISOString().slice(0, 10)}.zip"`
  await env.FILES.put(exportKey(exportId), zip, { httpMetadata: { contentType: 'application/zip', contentDisposition } })

  const until = new Date(now + exportKeptFor).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  const mail = await deriveId('export-ready', exportId)
  const [there] = await runBatch(db, [
    sql`SELECT 1 FROM data_exports WHERE id = ${exportId}`,
    sql`UPDATE data_exports SET state = 'ready', done = ${total}, total = ${total}, size = ${zip.byteLength}, ready_at = ${now},
        expires_at = ${now + exportKeptFor} WHERE id = ${exportId} AND state = 'working'`,
    putRowsInOutbox(
      'mail',
      sql`SELECT ${mail} AS id, json_object('to', u.email, 'platform', ${platform}, 'template', json_object('name', 'export-ready', 'data',
          json_object('username', ${shownName('u')}, 'until', ${until}))) AS body
        FROM data_exports e JOIN users u ON u.id = e.user_id
        WHERE e.id = ${exportId} AND e.ready_at = ${now}`,
      { now },
    ),
  ])
  // Erased while it was packed: the file must not outlive its owner's account.
  if (there?.results.length === 0) await env.FILES.delete(exportKey(exportId))
}
