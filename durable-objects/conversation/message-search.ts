import { withoutMentions } from '../../domain/messages/mentions.ts'
import { foundPageSize, listMessageWords } from '../../domain/messages/search.ts'
import type { Facts } from './facts.ts'
import { hasMention } from './mentions.ts'

/** Messages enter the index in lots, because a lot writes few more rows than one message. */
const lotSize = 200

/** The names of the files of a message. */
const namesOf = (seq: string) => `coalesce((SELECT ' ' || group_concat(name, ' ') FROM files WHERE files.seq = ${seq}), '')`

/** An index of the words in the messages of one conversation. It has no texts of its own. */
export class MessageSearch {
  readonly #sql: SqlStorage
  readonly #facts: Facts

  constructor(sql: SqlStorage, facts: Facts) {
    this.#sql = sql
    this.#facts = facts
  }

  /** The newest messages with all these words, without those of some people. */
  find(q: string, before: number, hidden: ReadonlySet<string>, limit: number = foundPageSize): { seqs: number[]; next: number | null } {
    while (this.#indexLot());
    const words = listMessageWords(q)
    const rows = this.#sql
      .exec<{ seq: number }>(
        `SELECT seq FROM message_words CROSS JOIN messages ON seq = message_words.rowid
          WHERE message_words MATCH ? AND message_words.rowid < ? AND author_id NOT IN (SELECT value FROM json_each(?))
          ORDER BY message_words.rowid DESC LIMIT ?`,
        words.map((word, place) => `"${word}"${place === words.length - 1 ? '*' : ''}`).join(' '),
        before,
        JSON.stringify([...hidden]),
        limit + 1,
      )
      .toArray()
    const seqs = rows.slice(0, limit).map(({ seq }) => seq)
    return { seqs, next: rows.length > limit ? (seqs.at(-1) ?? null) : null }
  }

  /** Adds messages if there are enough for a lot. */
  indexWhenMany(lastSeq: number): void {
    if (lastSeq - this.#indexedSeq() >= lotSize) this.#indexLot()
  }

  /** The text of a message has changed; `null`: it was deleted. */
  change(seq: number, text: string | null): void {
    if (seq <= this.#indexedSeq()) this.#setWords(seq, text)
  }

  eraseAuthor(authorId: string): void {
    this.#sql.exec(
      "UPDATE message_words SET text = '' WHERE rowid IN (SELECT seq FROM messages WHERE author_id = ? AND seq <= ?)",
      authorId,
      this.#indexedSeq(),
    )
  }

  /** The ids in mentions are no words. */
  #setWords(seq: number, text: string | null): void {
    const names = text === null ? "''" : namesOf('?2')
    this.#sql.exec(`UPDATE message_words SET text = ?1 || ${names} WHERE rowid = ?2`, withoutMentions(text ?? ''), seq)
  }

  /** All messages up to this one are in the index. */
  #indexedSeq(): number {
    return Number(this.#facts.get('indexedSeq') ?? 0)
  }

  #indexLot(): boolean {
    const indexedSeq = this.#indexedSeq()
    const { last } = this.#sql
      .exec<{ last: number | null }>(
        'SELECT max(seq) AS last FROM (SELECT seq FROM messages WHERE seq > ? ORDER BY seq LIMIT ?)',
        indexedSeq,
        lotSize,
      )
      .one()
    if (last === null) return false
    this.#sql.exec(
      `INSERT INTO message_words (rowid, text) SELECT seq, iif(is_hidden, '', coalesce(text, '') || ${namesOf('messages.seq')})
        FROM messages WHERE seq > ? AND seq <= ?`,
      indexedSeq,
      last,
    )
    const mentioning = this.#sql.exec<{ seq: number; text: string }>(
      `SELECT seq, text FROM messages WHERE ${hasMention} AND seq > ? AND seq <= ? AND is_hidden = 0`,
      indexedSeq,
      last,
    )
    for (const { seq, text } of mentioning.toArray()) this.#setWords(seq, text)
    this.#facts.set('indexedSeq', String(last))
    return true
  }
}
