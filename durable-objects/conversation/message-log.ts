import {
  type EarlierText,
  jumpPageSize,
  type Message,
  type MessagePage,
  type MessagesQuery,
  messagePageSize,
  type NewMessage,
} from '../../domain/messages/contract.ts'
import type { FoundMessage } from '../../domain/messages/search.ts'

/** A message without what others add to it. It keeps its text while it is hidden: `MessageViews` leaves that out. */
export type LogMessage = Omit<Message, 'reactions' | 'poll' | 'files' | 'preview'>
export type LogPage = Omit<MessagePage, 'messages'> & { messages: LogMessage[] }

type Row = {
  seq: number
  author_id: string
  client_id: string
  sent_at: number
  text: string | null
  reply_to: number | null
  edited_at: number | null
  is_hidden: number
}

const columns = 'seq, author_id, client_id, sent_at, text, reply_to, edited_at, is_hidden'

/** Who edits more often than this has only their latest texts listed. */
const maxEarlierTexts = 20

/** People whose messages are left out. */
type Hidden = ReadonlySet<string>
/** The second parameter of each query is the list. Most people hide nobody, and then each row is read only once. */
const isNotHidden = "(?2 = '[]' OR author_id NOT IN (SELECT value FROM json_each(?2)))"
const toJson = (hidden: Hidden) => JSON.stringify([...hidden])

const toMessage = (row: Row): LogMessage => ({
  seq: row.seq,
  clientId: row.client_id,
  authorId: row.author_id,
  sentAt: row.sent_at,
  text: row.text,
  replyTo: row.reply_to,
  editedAt: row.edited_at,
  ...(row.is_hidden === 1 ? { isHidden: true } : {}),
})

/** The messages of one conversation, in the order in which they arrived. */
export class MessageLog {
  readonly #sql: SqlStorage
  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Adds a message once: if this client id was sent before, the stored message is returned. Null if it replies to nothing they see. */
  append(
    authorId: string,
    { clientId, text, replyTo }: Pick<NewMessage, 'clientId' | 'text' | 'replyTo'>,
    now: number,
    hidden: Hidden,
  ): { message: LogMessage; isNew: boolean } | null {
    const answered = replyTo === null ? null : this.find(replyTo)
    if (answered === undefined || (answered && hidden.has(answered.authorId))) return null
    // A row has the next free number, because messages are never removed.
    const [added] = this.#read(
      `INSERT INTO messages (author_id, client_id, sent_at, text, reply_to) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING RETURNING ${columns}`,
      authorId,
      clientId,
      now,
      text,
      replyTo,
    )
    if (added) return { message: added, isNew: true }
    const stored = this.findSent(authorId, clientId)
    if (!stored) throw new Error('A message was neither added nor found')
    return { message: stored, isNew: false }
  }

  findSent(authorId: string, clientId: string): LogMessage | undefined {
    return this.#read(`SELECT ${columns} FROM messages WHERE author_id = ? AND client_id = ?`, authorId, clientId)[0]
  }

  find(seq: number): LogMessage | undefined {
    return this.#read(`SELECT ${columns} FROM messages WHERE seq = ?`, seq)[0]
  }

  /** These messages, in this order. */
  listBySeqs(seqs: readonly number[]): FoundMessage[] {
    return this.#read(
      `SELECT ${columns} FROM json_each(?) wanted CROSS JOIN messages ON seq = wanted.value ORDER BY wanted.key`,
      JSON.stringify(seqs),
    ).map(({ seq, authorId, sentAt, text }) => ({ seq, authorId, sentAt, text }))
  }

  /** Replaces the text, and keeps the earlier one. A deleted message has no text and stays deleted. */
  replaceText(seq: number, text: string | null, now: number): LogMessage | undefined {
    this.#sql.exec(
      'INSERT OR IGNORE INTO earlier_texts (seq, until, text) SELECT seq, ?, text FROM messages WHERE seq = ? AND text IS NOT NULL AND ? IS NOT NULL',
      now,
      seq,
      text,
    )
    if (text === null) this.#sql.exec('DELETE FROM earlier_texts WHERE seq = ?', seq)
    return this.#read(
      `UPDATE messages SET text = ?, edited_at = ?, change = ? WHERE seq = ? AND text IS NOT NULL RETURNING ${columns}`,
      text,
      now,
      this.lastChange() + 1,
      seq,
    )[0]
  }

  /** Hides a message, or shows it again. Returns when that was done; undefined if it is deleted or not there. */
  setHidden(seq: number, isHidden: boolean, now: number): { at: number; isChanged: boolean } | undefined {
    const change = this.lastChange() + 1
    const changed = this.#sql.exec(
      'UPDATE messages SET is_hidden = ?1, moderated_at = ?2, change = ?3 WHERE seq = ?4 AND is_hidden <> ?1 AND text IS NOT NULL RETURNING 1',
      isHidden ? 1 : 0,
      now,
      change,
      seq,
    )
    const isChanged = changed.toArray().length > 0
    const [row] = this.#sql
      .exec<{ at: number | null }>('SELECT moderated_at AS at FROM messages WHERE seq = ? AND text IS NOT NULL', seq)
      .toArray()
    return row && { at: row.at ?? now, isChanged }
  }

  /** What a message said before, the latest first. */
  listEarlierTexts(seq: number): EarlierText[] {
    return this.#sql
      .exec<EarlierText>('SELECT text, until FROM earlier_texts WHERE seq = ? ORDER BY until DESC LIMIT ?', seq, maxEarlierTexts)
      .toArray()
  }

  /** Numbers a change of messages whose text stays the same. */
  touch(seqs: readonly number[]): void {
    const before = this.lastChange()
    for (const [index, seq] of seqs.entries()) this.#sql.exec('UPDATE messages SET change = ? WHERE seq = ?', before + 1 + index, seq)
  }

  lastSeq(): number {
    return this.#number('SELECT max(seq) AS n FROM messages')
  }

  lastChange(): number {
    return this.#number('SELECT max(change) AS n FROM messages WHERE change IS NOT NULL')
  }

  /**
   * The newest messages before this one, oldest first, without those of some people. With `from`, the page goes back to that message and
   * shows some before it, as far as it may.
   */
  pageBefore(hidden: Hidden, { before = Number.MAX_SAFE_INTEGER, from }: MessagesQuery = {}): LogPage {
    const size = from === undefined ? messagePageSize : this.#countBetween(from, before)
    const rows = this.#read(
      `SELECT ${columns} FROM messages WHERE seq < ? AND ${isNotHidden} ORDER BY seq DESC LIMIT ?`,
      before,
      toJson(hidden),
      // Messages are never removed, so the oldest one has the number 1, unless it is left out.
      hidden.size === 0 ? size : size + 1,
    )
    const messages = rows.slice(0, size).reverse()
    const hasOlder = hidden.size === 0 ? (messages[0]?.seq ?? 1) > 1 : rows.length > size
    const endsAtLast = hidden.size === 0 && before === Number.MAX_SAFE_INTEGER
    const lastSeq = endsAtLast ? (messages.at(-1)?.seq ?? 0) : this.lastSeq()
    return { messages, lastSeq, lastChange: this.lastChange(), hasOlder }
  }

  /** What came after this message. Null if it is more than one page. */
  listAfter(hidden: Hidden, after: number): LogMessage[] | null {
    const messages = this.#read(
      `SELECT ${columns} FROM messages WHERE seq > ? AND ${isNotHidden} ORDER BY seq LIMIT ?`,
      after,
      toJson(hidden),
      messagePageSize + 1,
    )
    return messages.length > messagePageSize ? null : messages
  }

  /** What was edited or deleted after this change. Null if it is more than one page. */
  listChangedAfter(hidden: Hidden, change: number): LogMessage[] | null {
    const changed = this.#read(
      `SELECT ${columns} FROM messages WHERE change > ? AND ${isNotHidden} ORDER BY change LIMIT ?`,
      change,
      toJson(hidden),
      messagePageSize + 1,
    )
    return changed.length > messagePageSize ? null : changed
  }

  /** Deletes the words of an author. Others still see that there was a message. */
  eraseAuthor(authorId: string, now: number): void {
    this.#sql.exec('DELETE FROM earlier_texts WHERE seq IN (SELECT seq FROM messages WHERE author_id = ?)', authorId)
    this.#sql.exec(
      `UPDATE messages SET text = NULL, edited_at = ?, change = ? + numbered.place
        FROM (SELECT seq AS found, row_number() OVER (ORDER BY seq) AS place FROM messages WHERE author_id = ? AND text IS NOT NULL) numbered
        WHERE seq = found`,
      now,
      this.lastChange(),
      authorId,
    )
  }

  /** Who wrote from this message on, with the last message of each. Deleted and hidden ones do not count. */
  listAuthorsFrom(from: number): { id: string; seq: number }[] {
    return this.#sql
      .exec<{ id: string; seq: number }>(
        'SELECT author_id AS id, max(seq) AS seq FROM messages WHERE seq >= ? AND text IS NOT NULL AND is_hidden = 0 GROUP BY author_id',
        from,
      )
      .toArray()
  }

  countOf(authorId: string, limit: number): number {
    return this.#number('SELECT count(*) AS n FROM (SELECT 1 FROM messages WHERE author_id = ? LIMIT ?)', authorId, limit)
  }

  /** The messages of one author after this one, for their data export. */
  listOf(authorId: string, after: number, limit: number): LogMessage[] {
    return this.#read(
      `SELECT ${columns} FROM messages WHERE author_id = ? AND seq > ? AND text IS NOT NULL ORDER BY seq LIMIT ?`,
      authorId,
      after,
      limit,
    )
  }

  /** The size of a page that leads back to a message. */
  #countBetween(from: number, before: number): number {
    return Math.min(Math.max(Math.min(before, this.lastSeq() + 1) - from, 0) + messagePageSize / 2, jumpPageSize)
  }

  #read(query: string, ...bindings: (string | number | null)[]): LogMessage[] {
    return this.#sql
      .exec<Row>(query, ...bindings)
      .toArray()
      .map(toMessage)
  }

  #number(query: string, ...bindings: (string | number)[]): number {
    return this.#sql.exec<{ n: number | null }>(query, ...bindings).one().n ?? 0
  }
}
