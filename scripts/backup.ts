import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { applyQuietEnvironment, root, stateDir } from './environment.ts'
import { filesFolder, writeFiles } from './file-backup.ts'
import { openLocal, openRemote } from './sql-runner.ts'
import { writeBackup } from './write-backup.ts'

applyQuietEnvironment()

const { values, positionals } = parseArgs({ allowPositionals: true, options: { remote: { type: 'boolean', default: false } } })
const now = new Date()
const from = values.remote ? 'production' : 'local'
const fallback = path.join(root, 'backups', `${from}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.ndjson.gz`)
const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0] ?? fallback)

if (!values.remote && !existsSync(stateDir())) {
  console.error('There is no local database yet: `npm start` makes one.')
  process.exit(1)
}
mkdirSync(path.dirname(file), { recursive: true })
const local = values.remote ? undefined : await openLocal(stateDir())
const runner = local ?? openRemote()
try {
  const { rows } = await writeBackup(runner, file, now)
  for (const [table, count] of Object.entries(rows)) console.log(`${table}: ${count} rows`)
  if (local) console.log(`Files: ${await writeFiles(local.files, filesFolder(file))}`)
  else console.log('Pictures and files (R2) are copied by themselves: docs/DEPLOY.md says how.')
  console.log(`Written to ${file}. Who is online (Durable Objects) is not part of it.`)
} finally {
  await runner.close()
}
