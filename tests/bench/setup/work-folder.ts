import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Makes a folder for this run outside the checkout. It is deleted when the process exits, also if a library ends it after Ctrl-C. */
export function makeWorkFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `bench-${name}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
