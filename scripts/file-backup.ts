import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { writeFolder } from './write-folder.ts'

const FileList = v.array(
  v.object({
    key: v.string(),
    hash: v.string(),
    contentType: v.optional(v.string()),
    contentDisposition: v.optional(v.string()),
  }),
)
type FileList = v.InferOutput<typeof FileList>

/** The folder with the files of a backup, next to the backup. */
export const filesFolder = (backup: string) => `${backup.replace(/\.ndjson\.gz$/, '')}.files`

const listFile = (folder: string) => path.join(folder, 'list.json')
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The path of a file in the folder. A key must not lead out of the folder. */
function pathOf(folder: string, key: string): string {
  const file = path.resolve(folder, 'r2', key)
  if (!file.startsWith(path.resolve(folder, 'r2') + path.sep)) throw new Error(`${key} is not a valid key of a file.`)
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

/** Copies all files of R2. */
export const writeFiles = (files: R2Bucket, folder: string): Promise<number> =>
  writeFolder(folder, async (unfinished) => {
    const entries: FileList = []
    for (const key of await listKeys(files)) {
      const found = await files.get(key)
      // The file was deleted after it was listed.
      if (!found) continue
      const bytes = new Uint8Array(await found.arrayBuffer())
      const file = pathOf(unfinished, key)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, bytes)
      const { contentType, contentDisposition } = found.httpMetadata ?? {}
      entries.push({ key, hash: hashOf(bytes), ...(contentType && { contentType }), ...(contentDisposition && { contentDisposition }) })
    }
    writeFileSync(listFile(unfinished), JSON.stringify(entries, null, 1))
    return entries.length
  })

/** Reads all files of a backup and checks them against its list, before anything is restored. Returns null if the backup has no files. */
export function readFiles(folder: string): (FileList[number] & { bytes: Uint8Array })[] | null {
  if (!existsSync(folder)) return null
  if (!existsSync(listFile(folder))) throw new Error(`${folder} is incomplete: its list is missing.`)
  return v.parse(FileList, JSON.parse(readFileSync(listFile(folder), 'utf8'))).map((entry) => {
    const file = pathOf(folder, entry.key)
    if (!existsSync(file)) throw new Error(`${folder} is incomplete: ${entry.key} is missing.`)
    const bytes = readFileSync(file)
    if (hashOf(bytes) !== entry.hash) throw new Error(`${folder} is damaged: ${entry.key} differs from the file that was backed up.`)
    return { ...entry, bytes }
  })
}

/** Puts these files into R2 and deletes all other files there. */
export async function loadFiles(files: R2Bucket, backup: NonNullable<ReturnType<typeof readFiles>>): Promise<void> {
  const backupKeys = new Set(backup.map(({ key }) => key))
  for (const key of await listKeys(files)) if (!backupKeys.has(key)) await files.delete(key)
  for (const { key, bytes, contentType, contentDisposition } of backup) {
    await files.put(key, bytes, {
      httpMetadata: { ...(contentType && { contentType }), ...(contentDisposition && { contentDisposition }) },
    })
  }
}
