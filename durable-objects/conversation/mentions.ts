import { listMentioned, mentionStart } from '../../domain/messages/mentions.ts'
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
    return this.#findLast(this.#unsaved)
  }

  /** Forgets those that are still as they were saved. */
  setSaved(mentions: readonly LastMention[]): void {
    const saved = new Map(mentions.map(({ userId, seq }) => [userId, seq]))
    for (const { userId, seq } of this.#findLast(saved.keys())) if (saved.get(userId) === seq) this.#unsaved.delete(userId)
  }

  /** The last message that mentions each of them, without their own and those of people with a block between them. */
  #findLast(userIds: Iterable<string>): LastMention[] {
    const found = new Map([...userIds].map((userId): [string, LastMention] => [userId, { userId, seq: 0, authorId: null }]))
    if (found.size === 0) return []
    const rows = this.#sql.exec<{ seq: number; author_id: string; text: string }>(
      `SELECT seq, author_id, text FROM (SELECT * FROM messages WHERE ${hasMention} ORDER BY seq DESC LIMIT ?) WHERE is_hidden = 0 ORDER BY seq DESC`,
      maxLookedAt,
    )
    for (const { seq, author_id: authorId, text } of rows)
      for (const userId of listMentioned(text)) {
        const isFirst = found.get(userId)?.seq === 0 && userId !== authorId
        if (isFirst && !this.#hidden.of(userId).has(authorId)) found.set(userId, { userId, seq, authorId })
      }
    return [...found.values()]
  }
}
