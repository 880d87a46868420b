/**
 * `requesterId`: the person who wrote first to somebody who has not accepted it yet. `acceptedAt`: when that was accepted. `closedAt`:
 * when everyone had to leave. `indexedSeq`: the last message that the search knows. `alertFrom`: the first message that nobody was alerted to
 * yet. `alertAt`: when that is due, or when the last alert was. `slowPause`: in slow mode, the time between two messages.
 * `isSaved`: the database knows everything, so an alarm is for something else.
 */
type FactName =
  | 'conversationId'
  | 'requesterId'
  | 'acceptedAt'
  | 'closedAt'
  | 'indexedSeq'
  | 'alertFrom'
  | 'alertAt'
  | 'slowPause'
  | 'isSaved'

/** Single values that an object keeps. They are read once, because each message asks for several of them. */
export class Facts {
  readonly #sql: SqlStorage
  readonly #values: Map<string, string | null>

  constructor(sql: SqlStorage) {
    this.#sql = sql
    const rows = sql.exec<{ name: string; value: string | null }>('SELECT name, value FROM facts').toArray()
    this.#values = new Map(rows.map(({ name, value }) => [name, value]))
  }

  get(name: FactName): string | null {
    return this.#values.get(name) ?? null
  }

  set(name: FactName, value: string | null): void {
    if (this.get(name) === value) return
    this.#values.set(name, value)
    this.#sql.exec('INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', name, value)
  }
}
