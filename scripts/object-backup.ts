import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { writeFolder } from './write-folder.ts'

/** The folder with the Durable Objects of a backup, next to the backup. */
export const objectsFolder = (backupFile: string) => `${backupFile.replace(/\.ndjson\.gz$/, '')}.objects`

/** The folder of the local state with one SQLite database per Durable Object. */
const storageFolder = (state: string) => path.join(state, 'v3', 'do')

/** A database of the runtime itself. It is copied too, but it is no object. */
const runtimeFile = 'metadata.sqlite'

const listDatabases = (folder: string) => globSync('**/*.sqlite', { cwd: folder })

/** Copies the Durable Objects of a local state, even while the product runs, and returns their number. Each copy is checked. */
export const writeObjects = (state: string, folder: string): Promise<number> =>
  writeFolder(folder, async (unfinished) => {
    const files = listDatabases(storageFolder(state))
    for (const file of files) {
      const target = path.join(unfinished, file)
      mkdirSync(path.dirname(target), { recursive: true })
      const database = new DatabaseSync(path.join(storageFolder(state), file), { readOnly: true })
      try {
        await backup(database, target)
      } finally {
        database.close()
      }
      refuseDamaged(target, file)
    }
    return files.filter((file) => path.basename(file) !== runtimeFile).length
  })

function refuseDamaged(target: string, file: string): void {
  const fault = findFault(target)
  if (fault !== 'ok') throw new Error(`The Durable Object ${file} is damaged: ${fault}`)
}

function findFault(target: string): string {
  const copy = new DatabaseSync(target, { readOnly: true })
  try {
    return String(copy.prepare('PRAGMA integrity_check').get()?.integrity_check)
  } catch (error) {
    // Where the damage is too great, the check itself fails.
    return error instanceof Error ? error.message : String(error)
  } finally {
    copy.close()
  }
}

/** Replaces the Durable Objects of a local state by those of a backup. Returns null, and changes nothing, if the backup has none. */
export function loadObjects(state: string, folder: string): number | null {
  if (!existsSync(folder)) return null
  rmSync(storageFolder(state), { recursive: true, force: true })
  cpSync(folder, storageFolder(state), { recursive: true })
  return listDatabases(folder).filter((file) => path.basename(file) !== runtimeFile).length
}
