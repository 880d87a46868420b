import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { exportLifetime } from '../../domain/data-exports/contract.ts'
import { exportTimeout } from '../../domain/data-exports/rules.ts'
import { defaultPlatform, type PlatformId, platforms } from '../../domain/platforms.ts'
import { people } from '../accounts/shared.ts'
import type { Env } from '../env.ts'
import { mailPerson } from '../mail/mail-person.ts'
import { readFirst, runBatch, write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import { JobError } from '../platform/job-error.ts'
import type { ExportFile, ExportPart, PersonData } from '../platform/person-data.ts'
import { type CollectedPart, packExport } from './pack-export.ts'
import { exportKey } from './person-data.ts'
import { dataExports } from './schema.ts'

type ExportContext = { env: Env; db: Database; now: number; personData: readonly PersonData[] }

/**
 * Collects all data of a person into one file. After a crash it starts again from the beginning and replaces the same file.
 * When the job runs twice, it sends only one email. If the account is deleted meanwhile, the file is deleted too.
 */
export async function makeExport(exportId: string, platform: PlatformId = defaultPlatform, context: ExportContext): Promise<void> {
  const { db, now, env } = context
  const isIt = eq(dataExports.id, exportId)
  const row = await readFirst(
    db,
    db.select({ userId: dataExports.userId, state: dataExports.state, createdAt: dataExports.createdAt }).from(dataExports).where(isIt),
  )
  if (!row) return await env.FILES.delete(exportKey(exportId))
  if (row.state === 'ready' || row.state === 'failed') return
  try {
    await collect(exportId, platform, row, context)
  } catch (error) {
    if (now - row.createdAt < exportTimeout) throw error
    await write(
      db,
      db
        .update(dataExports)
        .set({ state: 'failed', expiresAt: now + exportLifetime })
        .where(and(isIt, ne(dataExports.state, 'ready'))),
    )
    throw new JobError('The export took too long and was marked as failed.', { permanent: true, cause: error })
  }
}

type RequestedExport = { userId: string; createdAt: number }

async function collect(
  exportId: string,
  platform: PlatformId,
  { userId, createdAt }: RequestedExport,
  context: ExportContext,
): Promise<void> {
  const { db, now, env, personData } = context
  const total = personData.length + 1
  const isIt = eq(dataExports.id, exportId)
  const saveProgress = (done: number) =>
    write(
      db,
      db
        .update(dataExports)
        .set({ state: 'working', done, total })
        .where(and(isIt, inArray(dataExports.state, ['waiting', 'working']))),
    )
  await saveProgress(0)
  const collected: CollectedPart[] = []
  const files: ExportFile[] = []
  for (const [index, data] of personData.entries()) {
    const parts: ExportPart[] = await data.export(db, userId, env)
    collected.push(...parts.map((part) => ({ ...part, feature: data.feature })))
    if (data.exportFiles) files.push(...(await data.exportFiles(db, userId, env)))
    await saveProgress(index + 1)
  }
  const zip = packExport({ collected, files, at: now, productName: platforms[platform].name })
  const contentDisposition = `attachment; filename="my-data-${new Date(createdAt).toISOString().slice(0, 10)}.zip"`
  await env.FILES.put(exportKey(exportId), zip, { httpMetadata: { contentType: 'application/zip', contentDisposition } })

  const mail = await deriveId('export-ready', exportId)
  const template = { name: 'export-ready' as const, data: {} }
  const { existing } = await runBatch(db, {
    existing: db.select({ id: dataExports.id }).from(dataExports).where(isIt),
    ready: db
      .update(dataExports)
      .set({ state: 'ready', done: total, total, size: zip.byteLength, readyAt: now, expiresAt: now + exportLifetime })
      .where(and(isIt, eq(dataExports.state, 'working'))),
    mail: mailPerson(
      eq(people.id, userId),
      { id: mail, platform, template },
      { now, when: sql`EXISTS (SELECT 1 FROM ${dataExports} WHERE ${isIt} AND ${dataExports.readyAt} = ${now})` },
    ),
  })
  // The account was deleted while we packed the file. The file must not outlive the account.
  if (existing.rows.length === 0) await env.FILES.delete(exportKey(exportId))
}
