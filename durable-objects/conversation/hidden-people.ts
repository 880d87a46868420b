const nobody: ReadonlySet<string> = new Set()

/** Whose messages each person does not see, because of a block between them. The Worker says it whenever somebody connects. */
export class HiddenPeople {
  readonly #sql: SqlStorage
  readonly #byViewer = new Map<string, ReadonlySet<string>>()
  #all: ReadonlySet<string> = nobody

  constructor(sql: SqlStorage) {
    this.#sql = sql
    for (const { user_id, hidden_ids } of sql.exec<{ user_id: string; hidden_ids: string }>(
      'SELECT user_id, hidden_ids FROM hidden_people',
    ))
      this.#byViewer.set(user_id, new Set(JSON.parse(hidden_ids)))
    this.#collect()
  }

  of(viewerId: string): ReadonlySet<string> {
    return this.#byViewer.get(viewerId) ?? nobody
  }

  /** Whether anybody at all does not see this person, so that most messages need no look at each socket. */
  isHiddenFromSomebody(authorId: string): boolean {
    return this.#all.has(authorId)
  }

  set(viewerId: string, ids: readonly string[]): void {
    const before = this.of(viewerId)
    if (before.size === ids.length && ids.every((id) => before.has(id))) return
    if (ids.length === 0) {
      this.#sql.exec('DELETE FROM hidden_people WHERE user_id = ?', viewerId)
      this.#byViewer.delete(viewerId)
    } else {
      this.#sql.exec(
        'INSERT INTO hidden_people (user_id, hidden_ids) VALUES (?, ?) ON CONFLICT DO UPDATE SET hidden_ids = excluded.hidden_ids',
        viewerId,
        JSON.stringify(ids),
      )
      this.#byViewer.set(viewerId, new Set(ids))
    }
    this.#collect()
  }

  #collect() {
    this.#all = new Set([...this.#byViewer.values()].flatMap((ids) => [...ids]))
  }
}
