import { maxPins, type PinnedMessage } from '../../domain/messages/contract.ts'
import { summarizeFiles } from '../../domain/messages/files-summary.ts'
import { cutText } from '../../domain/messages/mentions.ts'
import type { MessageFiles } from './message-files.ts'
import { seeWords } from './see-words.ts'

/** Everyone who opens the conversation gets the pins, so only the start of each text. */
const maxPinnedText = 300

/** The messages that stand above the conversation. Only their numbers are kept: the words stay in the log. */
export class Pins {
  readonly #sql: SqlStorage
  readonly #files: MessageFiles
  constructor(sql: SqlStorage, files: MessageFiles) {
    this.#sql = sql
    this.#files = files
  }

  has(seq: number): boolean {
    return this.#sql.exec('SELECT 1 FROM pins WHERE seq = ?', seq).toArray().length > 0
  }

  isFull(): boolean {
    return Number(this.#sql.exec('SELECT count(*) AS n FROM pins').one().n) >= maxPins
  }

  set(seq: number, isPinned: boolean, now: number): void {
    if (isPinned) this.#sql.exec('INSERT OR IGNORE INTO pins (seq, at) VALUES (?, ?)', seq, now)
    else this.#sql.exec('DELETE FROM pins WHERE seq = ?', seq)
  }

  /** The latest pin first. */
  list(): PinnedMessage[] {
    return this.#sql
      .exec<Pick<PinnedMessage, 'seq' | 'authorId' | 'text'>>(
        `SELECT messages.seq, author_id AS authorId, text FROM pins CROSS JOIN messages ON messages.seq = pins.seq
          WHERE text IS NOT NULL AND is_hidden = 0 ORDER BY pins.at DESC, pins.seq DESC`,
      )
      .toArray()
      .map((pin) => {
        const files = pin.text === '' ? summarizeFiles(this.#files.listOf(pin.seq)) : null
        return { ...pin, text: cutText(pin.text, maxPinnedText), ...(files && { files }) }
      })
  }

  /** Forgets those of messages that were deleted or hidden from everyone. Returns whether there were any. */
  dropGone(): boolean {
    const dropped = this.#sql.exec(
      `DELETE FROM pins WHERE seq IN (SELECT pins.seq FROM pins CROSS JOIN messages ON messages.seq = pins.seq
        WHERE text IS NULL OR is_hidden = 1) RETURNING 1`,
    )
    return dropped.toArray().length > 0
  }
}

/** What one person sees: nothing of people with a block between them. */
export const seePins = (pins: readonly PinnedMessage[], viewerId: string, hidden: ReadonlySet<string>): PinnedMessage[] =>
  pins.filter(({ authorId }) => !hidden.has(authorId)).map((pin) => seeWords(pin, viewerId, hidden))
