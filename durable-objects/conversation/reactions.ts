import { maxReactionKinds } from '../../domain/messages/contract.ts'
import { selectInSeqs } from './in-seqs.ts'

export type ReactionRow = { seq: number; emoji: string; userId: string; at: number }

/** Who has reacted to which message. Each person has at most one reaction of each kind. */
export class Reactions {
  readonly #sql: SqlStorage
  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  /** Whether this would be one kind too many. */
  isFull(seq: number, emoji: string): boolean {
    const kinds = this.#sql.exec<{ emoji: string }>('SELECT DISTINCT emoji FROM reactions WHERE seq = ?', seq).toArray()
    return kinds.length >= maxReactionKinds && kinds.every((kind) => kind.emoji !== emoji)
  }

  /** Returns whether that changed anything. */
  set({ seq, emoji, userId }: Omit<ReactionRow, 'at'>, isOn: boolean, now: number): boolean {
    const query = isOn
      ? this.#sql.exec('INSERT OR IGNORE INTO reactions (seq, emoji, user_id, at) VALUES (?, ?, ?, ?) RETURNING 1', seq, emoji, userId, now)
      : this.#sql.exec('DELETE FROM reactions WHERE seq = ? AND emoji = ? AND user_id = ? RETURNING 1', seq, emoji, userId)
    return query.toArray().length > 0
  }

  /** The reactions to these messages, the kind that came first before the others. */
  listTo(seqs: readonly number[]): ReactionRow[] {
    const rows = selectInSeqs<ReactionRow>(this.#sql, 'SELECT seq, emoji, user_id AS userId, at FROM reactions', seqs)
    return rows.sort((a, b) => a.at - b.at)
  }

  /** For a message that was deleted. */
  dropFrom(seq: number): void {
    this.#sql.exec('DELETE FROM reactions WHERE seq = ?', seq)
  }

  /** Deletes those of a person, and those to their messages. Returns the messages that look different now. */
  erase(userId: string): number[] {
    return this.#sql
      .exec<{ seq: number }>(
        'DELETE FROM reactions WHERE user_id = ?1 OR seq IN (SELECT seq FROM messages WHERE author_id = ?1) RETURNING seq',
        userId,
      )
      .toArray()
      .map(({ seq }) => seq)
  }

  /** Those of one person, for their data export. */
  listOf(userId: string, { seq, emoji }: { seq: number; emoji: string }, limit: number): { seq: number; emoji: string; at: number }[] {
    return this.#sql
      .exec<{ seq: number; emoji: string; at: number }>(
        'SELECT seq, emoji, at FROM reactions WHERE user_id = ? AND (seq, emoji) > (?, ?) ORDER BY seq, emoji LIMIT ?',
        userId,
        seq,
        emoji,
        limit,
      )
      .toArray()
  }
}
