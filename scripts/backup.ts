import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { applyQuietEnvironment, root, stateDir } from './environment.ts'
import { filesFolder, writeFiles } from './file-backup.ts'
import { objectsFolder, writeObjects } from './object-backup.ts'
import { openLocal, openRemote } from './sql-runner.ts'
import { writeBackup } from './write-backup.ts'

applyQuietEnvironment()

const { values, positionals } = parseArgs({ allowPositionals: true, options: { remote: { type: 'boolean', default: false } } })
const now = new Date()
const source = values.remote ? 'production' : 'local'
const defaultFile = path.join(root, 'backups', `${source}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.ndjson.gz`)
const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0] ?? defaultFile)

if (!values.remote && !existsSync(stateDir())) {
  console.error('There is no local database yet. Run `npm start` to create one.')
  process.exit(1)
}
mkdirSync(path.dirname(file), { recursive: true })
const local = values.remote ? undefined : await openLocal(stateDir())
const runner = local ?? openRemote()
try {
  const { rows } = await writeBackup(runner, file, now)
  for (const [table, count] of Object.entries(rows)) console.log(`${table}: ${count} rows`)
  if (local) {
    console.log(`Files: ${await writeFiles(local.files, filesFolder(file))}`)
    console.log(`Durable Objects: ${await writeObjects(stateDir(), objectsFolder(file))}`)
  } else console.log('Files (R2) and Durable Objects are not included. docs/DEPLOY.md explains how to save them.')
  console.log(`Saved to ${file}.`)
} finally {
  await runner.close()
}
