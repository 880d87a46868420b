import type { MessageFile, MessageFileKind, SentFiles } from '../../domain/messages/files.ts'
import { selectInSeqs } from './in-seqs.ts'
import type { LogMessage } from './message-log.ts'

type Row = {
  id: string
  seq: number | null
  name: string
  kind: MessageFileKind
  size: number
  width: number | null
  height: number | null
  description: string | null
}

export type FilesBySeq = ReadonlyMap<number, MessageFile[]>
export type NewFile = Pick<MessageFile, 'id' | 'name' | 'kind'>
type OwnFile = { file: MessageFile; isStored: boolean; expiresAt: number | null }

const columns = 'id, seq, name, kind, size, width, height, description'

const toFile = ({ seq: _, ...file }: Row): MessageFile => file

/** The files of the messages of one conversation, and those that nobody has sent yet. Their content is in R2. */
export class MessageFiles {
  readonly #sql: SqlStorage
  /** Most conversations have no files, and then nothing has to be looked up. */
  #hasAny: boolean

  constructor(sql: SqlStorage) {
    this.#sql = sql
    this.#hasAny = sql.exec('SELECT 1 FROM files LIMIT 1').toArray().length > 0
  }

  /** A file whose content is on its way. Unless a message takes it, it is deleted after that time. */
  add(authorId: string, { id, name, kind }: NewFile, now: number, expiresAt: number): void {
    this.#hasAny = true
    this.#sql.exec(
      'INSERT INTO files (id, author_id, name, kind, size, added_at, expires_at) VALUES (?, ?, ?, ?, 0, ?, ?)',
      id,
      authorId,
      name,
      kind,
      now,
      expiresAt,
    )
  }

  /** Its content has arrived. Null if the file was deleted meanwhile. */
  setStored(id: string, { size, width, height }: Pick<MessageFile, 'size' | 'width' | 'height'>): MessageFile | null {
    const [row] = this.#sql
      .exec<Row>(
        `UPDATE files SET is_stored = 1, size = ?, width = ?, height = ? WHERE id = ? AND (seq IS NOT NULL OR expires_at > 0) RETURNING ${columns}`,
        size,
        width,
        height,
        id,
      )
      .toArray()
    return row ? toFile(row) : null
  }

  findOwn(authorId: string, id: string): OwnFile | null {
    const [row] = this.#sql
      .exec<Row & { is_stored: number; expires_at: number | null }>(
        `SELECT ${columns}, is_stored, expires_at FROM files WHERE id = ? AND author_id = ?`,
        id,
        authorId,
      )
      .toArray()
    if (!row) return null
    const { is_stored, expires_at, ...file } = row
    return { file: toFile(file), isStored: is_stored === 1, expiresAt: expires_at }
  }

  countSince(authorId: string, from: number): number {
    return Number(this.#sql.exec('SELECT count(*) AS n FROM files WHERE author_id = ? AND added_at > ?', authorId, from).one().n)
  }

  /** Whether all of these are files of this person that no message has yet. */
  areFree(authorId: string, ids: readonly string[], now: number): boolean {
    const { n } = this.#sql
      .exec<{ n: number }>(
        `SELECT count(*) AS n FROM files WHERE id IN (SELECT value FROM json_each(?))
          AND author_id = ? AND is_stored = 1 AND seq IS NULL AND expires_at > ?`,
        JSON.stringify(ids),
        authorId,
        now,
      )
      .one()
    return n === ids.length
  }

  /** Gives files to a message. */
  take(seq: number, files: SentFiles): void {
    for (const [place, { id, description }] of files.entries())
      this.#sql.exec('UPDATE files SET seq = ?, place = ?, description = ?, expires_at = NULL WHERE id = ?', seq, place, description, id)
  }

  /** The number of the message that has the file. */
  seqOf(id: string): number | null {
    return this.#sql.exec<{ seq: number | null }>('SELECT seq FROM files WHERE id = ?', id).toArray()[0]?.seq ?? null
  }

  listOf(seq: number): MessageFile[] {
    return this.listBySeq([seq]).get(seq) ?? []
  }

  /** The files of these messages, each in their order. */
  listBySeq(seqs: readonly number[]): FilesBySeq {
    if (!this.#hasAny) return new Map()
    const rows = selectInSeqs<Row & { seq: number }>(this.#sql, `SELECT ${columns} FROM files`, seqs, 'ORDER BY seq, place')
    return new Map([...Map.groupBy(rows, ({ seq }) => seq)].map(([seq, found]) => [seq, found.map(toFile)]))
  }

  /** Those of one person that were sent, for their data export: the latest first, from before this message. */
  listSentBy(authorId: string, before: number, limit: number): (MessageFile & { seq: number; place: number; sentAt: number })[] {
    return this.#sql
      .exec<MessageFile & { seq: number; place: number; sentAt: number }>(
        `SELECT id, name, kind, size, width, height, description, files.seq AS seq, place, sent_at AS sentAt
          FROM files CROSS JOIN messages ON messages.seq = files.seq
          WHERE files.author_id = ? AND files.seq IN (SELECT seq FROM files WHERE author_id = ?1 AND seq < ?2 ORDER BY seq DESC LIMIT ?3)
          ORDER BY files.seq DESC, place`,
        authorId,
        before,
        limit,
      )
      .toArray()
  }

  /** Nobody can open the files of a deleted message. They are deleted soon. */
  drop(seq: number): void {
    this.#sql.exec('UPDATE files SET seq = NULL, expires_at = 0 WHERE seq = ?', seq)
  }

  eraseAuthor(authorId: string): void {
    this.#sql.exec('UPDATE files SET seq = NULL, expires_at = 0 WHERE author_id = ?', authorId)
  }

  eraseAll(): void {
    this.#sql.exec('UPDATE files SET seq = NULL, expires_at = 0')
  }

  /** Files to delete. From now on, no message can take them. */
  listExpired(now: number, limit: number): { id: string; kind: MessageFileKind }[] {
    return this.#sql
      .exec<{ id: string; kind: MessageFileKind }>(
        `UPDATE files SET expires_at = 0 WHERE id IN (
          SELECT id FROM files WHERE expires_at IS NOT NULL AND expires_at <= ? ORDER BY expires_at LIMIT ?) RETURNING id, kind`,
        now,
        limit,
      )
      .toArray()
  }

  forget(ids: readonly string[]): void {
    this.#sql.exec('DELETE FROM files WHERE expires_at = 0 AND id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
  }

  nextExpiry(): number | null {
    if (!this.#hasAny) return null
    return this.#sql.exec<{ at: number | null }>('SELECT min(expires_at) AS at FROM files WHERE expires_at IS NOT NULL').one().at
  }
}

/** A message as people see it who may open its files. */
export function addFiles<Shown extends Pick<LogMessage, 'seq' | 'text'>>(
  message: Shown,
  bySeq: FilesBySeq,
): Shown & { files?: MessageFile[] } {
  const files = message.text === null ? undefined : bySeq.get(message.seq)
  return files ? { ...message, files } : message
}
