import * as v from 'valibot'
import { SetSlowMode, type SlowMode as ShownSlowMode } from '../../domain/messages/slow-mode.ts'
import type { Facts } from './facts.ts'

export type SlowPause = v.InferOutput<typeof SetSlowMode>['pause']

/** How often people write who do not keep order, and when each of them wrote last since that was set. */
export class SlowMode {
  readonly #sql: SqlStorage
  readonly #facts: Facts

  constructor(sql: SqlStorage, facts: Facts) {
    this.#sql = sql
    this.#facts = facts
  }

  get pause(): SlowPause {
    const stored = this.#facts.get('slowPause')
    return v.parse(SetSlowMode, { pause: stored === null ? null : Number(stored) }).pause
  }

  /** Returns whether it was different before. Nobody has to wait for what they wrote before. */
  set(pause: SlowPause): boolean {
    if (this.pause === pause) return false
    this.#facts.set('slowPause', pause === null ? null : String(pause))
    this.#sql.exec('DELETE FROM slow_sends')
    return true
  }

  /** How long the person has to wait, in milliseconds; 0 if they may write now. */
  waitOf(userId: string, now: number): number {
    const { pause } = this
    if (pause === null) return 0
    const [row] = this.#sql.exec<{ at: number }>('SELECT at FROM slow_sends WHERE user_id = ?', userId).toArray()
    return row ? Math.min(Math.max(row.at + pause - now, 0), pause) : 0
  }

  addSend(userId: string, now: number): void {
    if (this.pause === null) return
    this.#sql.exec('INSERT INTO slow_sends (user_id, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at', userId, now)
  }

  forget(userId: string): void {
    this.#sql.exec('DELETE FROM slow_sends WHERE user_id = ?', userId)
  }

  /** What one person gets to know. */
  view(userId: string, now: number): ShownSlowMode {
    return { pause: this.pause, waitMs: this.waitOf(userId, now) }
  }
}
