import path from 'node:path'
import { parseArgs } from 'node:util'
import { applyQuietEnvironment, stateDir } from './environment.ts'
import { filesFolder, loadFiles, readFiles } from './file-backup.ts'
import { loadBackup, NotEmptyError, readBackup } from './load-backup.ts'
import { readMigrations } from './migrations.ts'
import { loadObjects, objectsFolder } from './object-backup.ts'
import { stampState } from './prepare-state.ts'
import { listRunning } from './running.ts'
import { verifyBackup } from './save-backup.ts'
import { openLocal, openRemote } from './sql-runner.ts'

applyQuietEnvironment()

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { remote: { type: 'boolean', default: false }, force: { type: 'boolean', default: false } },
})

function exitWithError(message: string): never {
  console.error(message)
  process.exit(1)
}

const [file] = positionals
if (!file) exitWithError('Name the backup to restore: npm run restore -- backups/local-….ndjson.gz [--remote] [--force]')
if (!values.remote && listRunning(stateDir()).length > 0) exitWithError('`npm start` is still running. Stop it first.')

const backupFile = path.resolve(process.env.INIT_CWD ?? process.cwd(), file)
const backup = readBackup(backupFile)
// A backup that cannot be restored exactly must not replace anything.
await verifyBackup(backupFile, readMigrations())
const files = values.remote ? null : readFiles(filesFolder(backupFile))
const local = values.remote ? undefined : await openLocal(stateDir())
const runner = local ?? openRemote()
try {
  const { rows } = await loadBackup(runner, backup, readMigrations(), { force: values.force })
  for (const [table, count] of Object.entries(rows)) console.log(`${table}: ${count} rows`)
  if (local && files) {
    await loadFiles(local.files, files)
    console.log(`Files: ${files.length}`)
  } else console.log('This backup has no files (R2), so the current files stay.')
  const objects = local ? loadObjects(stateDir(), objectsFolder(backupFile)) : null
  console.log(objects === null ? 'This backup has no Durable Objects, so the current ones stay.' : `Durable Objects: ${objects}`)
  // Without the stamp, the next start would add the demo world.
  if (!values.remote) stampState(stateDir())
  console.log('Restored.')
} catch (error) {
  if (!(error instanceof NotEmptyError)) throw error
  console.error(`${error.message} Use --force to replace everything in it.`)
  process.exitCode = 1
} finally {
  await runner.close()
}
