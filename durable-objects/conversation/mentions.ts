import { listMentioned, mentionOf, mentionStart } from '../../domain/messages/mentions.ts'
import type { LastMention } from '../../domain/messages/summary.ts'
import type { HiddenPeople } from './hidden-people.ts'

/** This condition stands in the index of messages with mentions, so queries must contain it as it is. */
export const hasMention = `instr(text, '${mentionStart}') > 0`
export const mentionIndex = `CREATE INDEX messages_with_mentions ON messages (seq) WHERE ${hasMention}`

/** An earlier mention is looked for in so many messages with mentions. */
const maxLookedAt = 500
/** After a restart, the mentions of so many messages are stored again: the object may have stopped before they were. */
const maxRepeated = 20

/** Who is mentioned in which message, as far as the database does not know it yet. */
export class Mentions {
  readonly #sql: SqlStorage
  readonly #hidden: HiddenPeople
  readonly #unsaved = new Set<string>()
  #isFresh = true

  constructor(sql: SqlStorage, hidden: HiddenPeople) {
    this.#sql = sql
    this.#hidden = hidden
  }

  /** These words were written, or they are gone. */
  note(text: string | null | undefined): void {
    for (const userId of text ? listMentioned(text) : []) this.#unsaved.add(userId)
  }

  /** The words of this person will be deleted. */
  noteAuthor(authorId: string): void {
    const rows = this.#sql.exec<{ text: string }>(
      `SELECT text FROM messages WHERE ${hasMention} AND author_id = ? ORDER BY seq DESC LIMIT ?`,
      authorId,
      maxLookedAt,
    )
    for (const { text } of rows) this.note(text)
  }

  get hasUnsaved(): boolean {
    return this.#unsaved.size > 0
  }

  listUnsaved(): LastMention[] {
    if (this.#isFresh) {
      const rows = this.#sql.exec<{ text: string }>(`SELECT text FROM messages WHERE ${hasMention} ORDER BY seq DESC LIMIT ?`, maxRepeated)
      for (const { text } of rows) this.note(text)
      this.#isFresh = false
    }
    return [...this.#unsaved].map((userId) => this.#findLast(userId))
  }

  /** Forgets those that are still as they were saved. */
  setSaved(mentions: readonly LastMention[]): void {
    for (const { userId, seq } of mentions) if (this.#findLast(userId).seq === seq) this.#unsaved.delete(userId)
  }

  /** The last message that mentions a person, without their own and those of people with a block between them. */
  #findLast(userId: string): LastMention {
    const [found] = this.#sql
      .exec<{ seq: number; author_id: string }>(
        `SELECT seq, author_id FROM (SELECT seq, author_id, text, is_hidden FROM messages WHERE ${hasMention} ORDER BY seq DESC LIMIT ?)
          WHERE instr(text, ?) > 0 AND is_hidden = 0 AND author_id <> ? AND author_id NOT IN (SELECT value FROM json_each(?)) LIMIT 1`,
        maxLookedAt,
        mentionOf(userId),
        userId,
        JSON.stringify([...this.#hidden.of(userId)]),
      )
      .toArray()
    return { userId, seq: found?.seq ?? 0, authorId: found?.author_id ?? null }
  }
}
