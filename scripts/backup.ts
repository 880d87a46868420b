import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { applyQuietEnvironment, root, stateDir } from './environment.ts'
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
const runner = values.remote ? openRemote() : await openLocal(stateDir())
try {
  const { rows } = await writeBackup(runner, file, now)
  for (const [table, count] of Object.entries(rows)) console.log(`${table}: ${count} rows`)
  console.log(`Written to ${file}. Pictures and files (R2) and message bodies (Durable Objects) are not part of it.`)
} finally {
  await runner.close()
}
