import { type Burst, planAlert } from '../../domain/messages/alerts.ts'
import { conversationKindOf } from '../../domain/messages/rules.ts'
import type { Facts } from './facts.ts'
import type { MessageLog } from './message-log.ts'

/** An alert about the messages from this one on. `dueAt` makes its id, so that sending it again changes nothing. */
export type Alert = { conversationId: string; fromSeq: number; dueAt: number }

/** Which messages nobody was alerted to yet, and when that is due. Both survive a restart. */
export class Alerts {
  readonly #facts: Facts
  readonly #log: MessageLog

  constructor(facts: Facts, log: MessageLog) {
    this.#facts = facts
    this.#log = log
  }

  /** A message that comes while an alert waits is in the same alert. */
  addMessage(seq: number, now: number): void {
    if (this.#facts.get('alertFrom') === null) this.#plan(seq, now)
  }

  find(): Alert | null {
    const [conversationId, fromSeq] = [this.#facts.get('conversationId'), this.#facts.get('alertFrom')]
    if (conversationId === null || fromSeq === null) return null
    return { conversationId, fromSeq: Number(fromSeq), dueAt: Number(this.#facts.get('alertAt')) }
  }

  /** Sends the alert that is due. Returns when the next one is. */
  async sendDue(now: number, send: (alert: Alert) => Promise<void>): Promise<number | null> {
    const alert = this.find()
    if (!alert || alert.dueAt > now) return alert?.dueAt ?? null
    const lastSeq = this.#log.lastSeq()
    await send(alert)
    this.#facts.set('alertFrom', null)
    // The job may have run before these were written.
    if (this.#log.lastSeq() > lastSeq) this.#plan(lastSeq + 1, now)
    return this.find()?.dueAt ?? null
  }

  #plan(seq: number, now: number): void {
    const conversationId = this.#facts.get('conversationId')
    if (conversationId === null) return
    const lastAt = this.#facts.get('alertAt')
    this.#facts.set(
      'alertAt',
      String(planAlert(conversationKindOf(conversationId), { now, lastAt: lastAt === null ? null : Number(lastAt) })),
    )
    this.#facts.set('alertFrom', String(seq))
  }
}

/** What stands of a burst now. */
export const readBurst = (log: MessageLog, fromSeq: number, sockets: Iterable<{ userId: string }>): Burst => ({
  authors: log.listAuthorsFrom(fromSeq),
  previousAt: log.find(fromSeq - 1)?.sentAt ?? null,
  hereIds: [...new Set([...sockets].map(({ userId }) => userId))],
})
