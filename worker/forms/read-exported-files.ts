import { type SQL, sql } from 'drizzle-orm'
import type { Env } from '../env.ts'
import { readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { ExportFile } from '../platform/person-data.ts'
import { asNumber, computed, selectFields } from '../platform/row-query.ts'
import { formFiles as f } from './schema.ts'

/** The export is packed in memory. The files beyond this are only listed: their sender saves them from what they sent. */
const maxExportedBytes = 10 * 1024 * 1024
const maxExportedFiles = 200

/** The content of these files, the latest first. */
export async function readExportedFiles(db: Database, env: Pick<Env, 'FILES'>, which: SQL): Promise<ExportFile[]> {
  const rows = await readAll(
    db,
    selectFields(
      { name: f.name, key: f.key, size: computed(sql`${f.size}`, asNumber) },
      sql`FROM ${f} WHERE ${which} AND ${f.size} IS NOT NULL ORDER BY ${f.createdAt} DESC, ${f.id} LIMIT ${maxExportedFiles}`,
    ),
  )
  const files: ExportFile[] = []
  let bytes = 0
  for (const [index, { name, key, size }] of rows.entries()) {
    bytes += size
    if (bytes > maxExportedBytes) break
    const stored = await env.FILES.get(key)
    if (stored)
      files.push({
        name: `forms/files/${index + 1}-${name}`,
        what: 'a file that you added to a form',
        bytes: new Uint8Array(await stored.arrayBuffer()),
      })
  }
  return files
}
