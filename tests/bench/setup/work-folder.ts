import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { atEnd } from './shared.ts'

/** A folder of this run's own, outside the checkout and gone at the end. */
export function makeWorkFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `bench-${name}-`))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
