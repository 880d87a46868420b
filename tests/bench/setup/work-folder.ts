import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A folder of this run's own, outside the checkout and gone with the process, also when a library ends it at Ctrl-C. */
export function makeWorkFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `bench-${name}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
