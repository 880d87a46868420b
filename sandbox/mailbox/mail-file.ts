import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

const KeptMail = v.object({
  key: v.nullable(v.string()),
  mail: v.object({
    id: v.string(),
    receivedAt: v.number(),
    to: v.string(),
    from: v.string(),
    subject: v.string(),
    html: v.string(),
    text: v.string(),
    headers: v.record(v.string(), v.string()),
  }),
})
export type KeptMail = v.InferOutput<typeof KeptMail>

/** Mails in a file, one a line, the oldest first: adding one costs the same however many there are. */
export class MailFile {
  readonly #file: string

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#file = path.join(folder, 'mails.ndjson')
  }

  read(): KeptMail[] {
    if (!existsSync(this.#file)) return []
    return readFileSync(this.#file, 'utf8').split('\n').flatMap(readLine)
  }

  add(kept: KeptMail): void {
    appendFileSync(this.#file, `${JSON.stringify(kept)}\n`)
  }

  replace(all: readonly KeptMail[]): void {
    const unfinished = `${this.#file}.${process.pid}`
    writeFileSync(unfinished, all.map((kept) => `${JSON.stringify(kept)}\n`).join(''))
    renameSync(unfinished, this.#file)
  }
}

/** A process that was killed while it wrote leaves half a line, which is not a mail. */
function readLine(line: string): KeptMail[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), KeptMail), line)
  return parsed.success ? [parsed.output] : []
}
