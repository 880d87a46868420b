/** How far each person has read. A mark only rises. */
export class ReadMarks {
  readonly #sql: SqlStorage
  readonly #unsaved = new Map<string, number>()

  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  get(userId: string): number {
    const unsaved = this.#unsaved.get(userId)
    if (unsaved !== undefined) return unsaved
    const [row] = this.#sql.exec<{ seq: number }>('SELECT seq FROM marks WHERE user_id = ?', userId).toArray()
    return row?.seq ?? 0
  }

  /** The marks of some people who have read this message. */
  listFrom(from: number, limit: number): [userId: string, seq: number][] {
    const stored = this.#sql
      .exec<{ user_id: string; seq: number }>('SELECT user_id, seq FROM marks WHERE seq >= ? LIMIT ?', from, limit)
      .toArray()
    const marks = new Map(stored.map(({ user_id, seq }) => [user_id, seq]))
    for (const [userId, seq] of this.#unsaved) if (seq >= from) marks.set(userId, seq)
    return [...marks].slice(0, limit)
  }

  /** Returns whether the mark was lower before. It is stored by `save`, because a person who reads along raises it many times. */
  raise(userId: string, seq: number): boolean {
    if (seq <= this.get(userId)) return false
    this.#unsaved.set(userId, seq)
    return true
  }

  listUnsaved(): [userId: string, seq: number][] {
    return [...this.#unsaved]
  }

  /** Stores marks. Those that rose meanwhile stay unsaved. */
  save(marks: readonly (readonly [userId: string, seq: number])[]): void {
    for (const [userId, seq] of marks) {
      this.#sql.exec('INSERT INTO marks (user_id, seq) VALUES (?, ?) ON CONFLICT DO UPDATE SET seq = max(seq, excluded.seq)', userId, seq)
      if (this.#unsaved.get(userId) === seq) this.#unsaved.delete(userId)
    }
  }

  forget(userId: string): void {
    this.#unsaved.delete(userId)
    this.#sql.exec('DELETE FROM marks WHERE user_id = ?', userId)
  }
}
