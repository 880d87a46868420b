import path from 'node:path'
import { parseArgs } from 'node:util'
import { applyQuietEnvironment, stateDir } from './environment.ts'
import { filesFolder, loadFiles, readFiles } from './file-backup.ts'
import { loadBackup, NotEmptyError, readBackup } from './load-backup.ts'
import { readMigrations } from './migrations.ts'
import { stampState } from './prepare-state.ts'
import { listRunning } from './running.ts'
import { openLocal, openRemote } from './sql-runner.ts'

applyQuietEnvironment()

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { remote: { type: 'boolean', default: false }, force: { type: 'boolean', default: false } },
})

function refuse(why: string): never {
  console.error(why)
  process.exit(1)
}

const [file] = positionals
if (!file) refuse('Which backup? npm run restore -- backups/local-….ndjson.gz [--remote] [--force]')
if (!values.remote && listRunning(stateDir()).length > 0) refuse('`npm start` is running. Stop it first.')

const from = path.resolve(process.env.INIT_CWD ?? process.cwd(), file)
const backup = readBackup(from)
const files = values.remote ? null : readFiles(filesFolder(from))
const local = values.remote ? undefined : await openLocal(stateDir())
const runner = local ?? openRemote()
try {
  const { rows } = await loadBackup(runner, backup, readMigrations(), { force: values.force })
  for (const [table, count] of Object.entries(rows)) console.log(`${table}: ${count} rows`)
  if (local && files) {
    await loadFiles(local.files, files)
    console.log(`Files: ${files.length}`)
  } else console.log('There are no files (R2) beside this backup, so those that are there stay.')
  // The next start must not build the demo world into this.
  if (!values.remote) stampState(stateDir())
  console.log('Restored.')
} catch (error) {
  if (!(error instanceof NotEmptyError)) throw error
  console.error(`${error.message} --force replaces everything in it.`)
  process.exitCode = 1
} finally {
  await runner.close()
}
