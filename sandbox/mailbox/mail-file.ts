import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

export const Attachment = v.object({
  name: v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/)),
  type: v.pipe(v.string(), v.regex(/^[a-z]+\/[a-z.+-]+(?:; [a-z]+=[\w-]+)*$/)),
  content: v.pipe(v.string(), v.base64(), v.maxLength(1_000_000)),
})
export type Attachment = v.InferOutput<typeof Attachment>

const StoredMail = v.object({
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
    /** Emails that an older release stored have none. */
    attachments: v.optional(v.array(Attachment)),
  }),
})
export type StoredMail = v.InferOutput<typeof StoredMail>

/** Stores emails in a file, one per line, the oldest first. Adding an email only appends a line, so it stays fast. */
export class MailFile {
  readonly #file: string

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#file = path.join(folder, 'mails.ndjson')
  }

  read(): StoredMail[] {
    if (!existsSync(this.#file)) return []
    return readFileSync(this.#file, 'utf8').split('\n').flatMap(readLine)
  }

  add(stored: StoredMail): void {
    appendFileSync(this.#file, `${JSON.stringify(stored)}\n`)
  }

  replace(all: readonly StoredMail[]): void {
    const temporaryFile = `${this.#file}.${process.pid}`
    writeFileSync(temporaryFile, all.map((stored) => `${JSON.stringify(stored)}\n`).join(''))
    renameSync(temporaryFile, this.#file)
  }
}

/** Skips an incomplete line, which remains when the process was killed while it wrote. */
function readLine(line: string): StoredMail[] {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), StoredMail), line)
  return parsed.success ? [parsed.output] : []
}
