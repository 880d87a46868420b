import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

const Listed = v.array(
  v.object({
    key: v.string(),
    hash: v.string(),
    contentType: v.optional(v.string()),
    contentDisposition: v.optional(v.string()),
  }),
)
type Listed = v.InferOutput<typeof Listed>

/** Where the files of a backup lie: a folder beside it. */
export const filesFolder = (backup: string) => `${backup.replace(/\.ndjson\.gz$/, '')}.files`

const listFile = (folder: string) => path.join(folder, 'list.json')
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Below the folder; a key that led out of it would be no key of ours. */
function pathOf(folder: string, key: string): string {
  const file = path.resolve(folder, 'r2', key)
  if (!file.startsWith(path.resolve(folder, 'r2') + path.sep)) throw new Error(`${key} is no key of a file.`)
  return file
}

async function listKeys(files: R2Bucket): Promise<string[]> {
  const keys: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await files.list(cursor === undefined ? {} : { cursor })
    keys.push(...page.objects.map(({ key }) => key))
    if (!page.truncated) return keys
    cursor = page.cursor
  }
}

/** Copies every file of R2 into the folder. The list is written last, so a copy without one is not whole. */
export async function writeFiles(files: R2Bucket, folder: string): Promise<number> {
  const listed: Listed = []
  for (const key of await listKeys(files)) {
    const found = await files.get(key)
    // Deleted since it was listed.
    if (!found) continue
    const bytes = new Uint8Array(await found.arrayBuffer())
    const file = pathOf(folder, key)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    const { contentType, contentDisposition } = found.httpMetadata ?? {}
    listed.push({ key, hash: hashOf(bytes), ...(contentType && { contentType }), ...(contentDisposition && { contentDisposition }) })
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(listFile(folder), JSON.stringify(listed, null, 1))
  return listed.length
}

/** Every file of a backup, checked against its list before anything is touched; null where the backup has none beside it. */
export function readFiles(folder: string): (Listed[number] & { bytes: Uint8Array })[] | null {
  if (!existsSync(folder)) return null
  if (!existsSync(listFile(folder))) throw new Error(`${folder} is not whole: its list is missing.`)
  return v.parse(Listed, JSON.parse(readFileSync(listFile(folder), 'utf8'))).map((one) => {
    const file = pathOf(folder, one.key)
    if (!existsSync(file)) throw new Error(`${folder} is not whole: ${one.key} is missing.`)
    const bytes = readFileSync(file)
    if (hashOf(bytes) !== one.hash) throw new Error(`${folder} is damaged: ${one.key} is not what was backed up.`)
    return { ...one, bytes }
  })
}

/** Makes R2 hold these files and no others. */
export async function loadFiles(files: R2Bucket, backup: NonNullable<ReturnType<typeof readFiles>>): Promise<void> {
  const wanted = new Set(backup.map(({ key }) => key))
  for (const key of await listKeys(files)) if (!wanted.has(key)) await files.delete(key)
  for (const { key, bytes, contentType, contentDisposition } of backup) {
    await files.put(key, bytes, {
      httpMetadata: { ...(contentType && { contentType }), ...(contentDisposition && { contentDisposition }) },
    })
  }
}
