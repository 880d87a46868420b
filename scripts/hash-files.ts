import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { root } from './environment.ts'

function listFiles(entry: string): string[] {
  if (!existsSync(entry)) return []
  if (statSync(entry).isFile()) return [entry]
  return readdirSync(entry, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => path.join(file.parentPath, file.name))
}

/** A short hash of the content of files and folders in the project. Scripts compare it to skip work that is already done. */
export function hashFiles(...entries: string[]): string {
  const hash = createHash('sha256')
  for (const file of entries.flatMap((entry) => listFiles(path.join(root, entry))).sort()) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}
