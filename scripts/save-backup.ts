import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadBackup, readBackup } from './load-backup.ts'
import type { Migration } from './migrations.ts'
import { openLocal, type SqlRunner } from './sql-runner.ts'
import { type Summary, summarizeDatabase, writeBackup } from './write-backup.ts'

/** Opens an empty database of the local runtime in a temporary folder, which is deleted at the end. */
async function openScratch(): Promise<SqlRunner> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gather-scratch-'))
  const runner = await openLocal(folder)
  return {
    ...runner,
    close: async () => {
      await runner.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Restores a backup into an empty database and compares the rows. Throws if it is not complete and exact. */
export async function verifyBackup(file: string, migrations: readonly Migration[], open = openScratch): Promise<void> {
  const backup = readBackup(file)
  const scratch = await open()
  try {
    // Newer migrations do not belong to this backup.
    const own = migrations.filter(({ name }) => backup.migrations.includes(name))
    await loadBackup(scratch, backup, own)
    const broken = await scratch.query('PRAGMA foreign_key_check')
    if (broken.length > 0) throw new Error(`${broken.length} rows refer to rows that are missing, first in ${String(broken[0]?.table)}.`)
  } finally {
    await scratch.close()
  }
}

const maxReads = 3

/**
 * Writes the rows of one moment. A database that is read in several requests can change meanwhile. If a second read finds the same
 * rows, they were all there when the first read ended.
 */
async function writeOneMoment(source: SqlRunner, file: string, madeAt: Date): Promise<Summary> {
  for (let count = 1; count <= maxReads; count++) {
    rmSync(file, { force: true })
    const summary = await writeBackup(source, file, madeAt)
    if ((await summarizeDatabase(source)).hash === summary.hash) return summary
  }
  throw new Error(`The rows changed while they were read, ${maxReads} times. Try again when fewer people use the product.`)
}

type Options = {
  madeAt: Date
  migrations: readonly Migration[]
  open?: () => Promise<SqlRunner>
  /** Writes what belongs to the backup besides its rows. */
  addParts?: () => Promise<void>
  /** The folders that `addParts` writes. They are deleted if the backup fails. */
  folders?: readonly string[]
}

/** Saves a backup. It gets its name when everything is written and was restored once, so a file with this name is always good. */
export async function saveBackup(
  source: SqlRunner,
  file: string,
  { madeAt, migrations, open, addParts = async () => undefined, folders = [] }: Options,
): Promise<Summary> {
  const refuseExisting = () => {
    if (existsSync(file)) throw new Error(`${file} exists already.`)
  }
  refuseExisting()
  const unfinished = `${file}.unfinished`
  try {
    const summary = await writeOneMoment(source, unfinished, madeAt)
    await verifyBackup(unfinished, migrations, open)
    try {
      await addParts()
      refuseExisting()
    } catch (error) {
      // If another run saved its backup meanwhile, the folders belong to that.
      if (!existsSync(file)) for (const folder of folders) rmSync(folder, { recursive: true, force: true })
      throw error
    }
    renameSync(unfinished, file)
    return summary
  } finally {
    rmSync(unfinished, { force: true })
  }
}
