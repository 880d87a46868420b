import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Change } from './core/store.ts'

/** Stores the books in a file: one line per transaction, which holds the rows that it changed. */
export class Journal {
  readonly #file: string

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#file = path.join(folder, 'books.ndjson')
  }

  read(): Change[] {
    if (!existsSync(this.#file)) return []
    return readFileSync(this.#file, 'utf8').split('\n').flatMap(readLine)
  }

  add(changes: Change[]): void {
    appendFileSync(this.#file, `${JSON.stringify(changes)}\n`)
  }

  /** Keeps only the last version of each row. */
  replace(all: Iterable<Change>): void {
    const temporaryFile = `${this.#file}.${process.pid}`
    writeFileSync(temporaryFile, [...all].map((change) => `${JSON.stringify([change])}\n`).join(''))
    renameSync(temporaryFile, this.#file)
  }
}

/** Skips an incomplete line, which remains when the process was killed while it wrote. */
function readLine(line: string): Change[] {
  try {
    return JSON.parse(line) as Change[]
  } catch {
    return []
  }
}
