import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { applyQuietEnvironment, root, stateDir } from './environment.ts'
import { filesFolder, writeFiles } from './file-backup.ts'
import { readMigrations } from './migrations.ts'
import { objectsFolder, writeObjects } from './object-backup.ts'
import { saveBackup } from './save-backup.ts'
import { openLocal, openRemote } from './sql-runner.ts'
import { openLocalSnapshot } from './sqlite-runner.ts'

applyQuietEnvironment()

const { values, positionals } = parseArgs({ allowPositionals: true, options: { remote: { type: 'boolean', default: false } } })
const now = new Date()
const origin = values.remote ? 'production' : 'local'
const defaultFile = path.join(root, 'backups', `${origin}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.ndjson.gz`)
const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0] ?? defaultFile)

if (!values.remote && !existsSync(stateDir())) {
  console.error('There is no local database yet. Run `npm start` to create one.')
  process.exit(1)
}
mkdirSync(path.dirname(file), { recursive: true })
const source = values.remote ? openRemote() : openLocalSnapshot(stateDir())
/** Files and Durable Objects come after the rows, so that every file that a row refers to is in the backup. */
const addLocalParts = async () => {
  const local = await openLocal(stateDir())
  try {
    console.log(`Files: ${await writeFiles(local.files, filesFolder(file))}`)
  } finally {
    await local.close()
  }
  console.log(`Durable Objects: ${await writeObjects(stateDir(), objectsFolder(file))}`)
}
try {
  const parts = values.remote ? {} : { addParts: addLocalParts, folders: [filesFolder(file), objectsFolder(file)] }
  const { rows } = await saveBackup(source, file, { madeAt: now, migrations: readMigrations(), ...parts })
  for (const [table, count] of Object.entries(rows)) console.log(`${table}: ${count} rows`)
  if (values.remote) console.log('Files (R2) and Durable Objects are not included. docs/DEPLOY.md explains how to save them.')
  console.log(`Restored into an empty database and compared. Saved to ${file}.`)
} catch (error) {
  console.error(`No backup was saved: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  await source.close()
}
