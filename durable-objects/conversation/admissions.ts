import type { Facts } from './facts.ts'
import type { HiddenPeople } from './hidden-people.ts'
import type { Admission } from './protocol.ts'

/** Who had to leave and when, so that a permission from before is worth nothing. */
export class Admissions {
  readonly #sql: SqlStorage
  readonly #facts: Facts
  readonly #hidden: HiddenPeople

  constructor(sql: SqlStorage, facts: Facts, hidden: HiddenPeople) {
    this.#sql = sql
    this.#facts = facts
    this.#hidden = hidden
  }

  /** Keeps what the Worker has found out about a person. Returns false if it is out of date. */
  accept({ conversationId, userId, sessionId, checkedAt, requesterId, hiddenIds }: Admission): boolean {
    if (this.#isOutdated(userId, checkedAt) || this.#isEnded(sessionId)) return false
    // The object learns its id from requests, because an alarm does not have it.
    this.#facts.set('conversationId', conversationId)
    // The database learns a moment later that a request was accepted.
    if (this.#facts.get('acceptedAt') === null) this.#facts.set('requesterId', requesterId)
    this.#hidden.set(userId, hiddenIds)
    return true
  }

  /** `null`: everybody. */
  end(userIds: readonly string[] | null, now: number): void {
    if (userIds === null) this.#facts.set('closedAt', String(now))
    for (const userId of userIds ?? [])
      this.#sql.exec('INSERT INTO removals (user_id, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at', userId, now)
  }

  endSession(sessionId: string): void {
    this.#sql.exec('INSERT OR IGNORE INTO ended_sessions (session_id) VALUES (?)', sessionId)
  }

  #isEnded(sessionId: string): boolean {
    return this.#sql.exec('SELECT 1 FROM ended_sessions WHERE session_id = ?', sessionId).toArray().length > 0
  }

  #isOutdated(userId: string, checkedAt: number): boolean {
    if (Number(this.#facts.get('closedAt') ?? 0) >= checkedAt) return true
    return this.#sql.exec('SELECT 1 FROM removals WHERE user_id = ? AND at >= ?', userId, checkedAt).toArray().length > 0
  }
}
