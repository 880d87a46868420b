import { type ConversationSummary, maxLastText } from '../../domain/messages/summary.ts'
import { withoutHiddenText } from './hidden-text.ts'
import type { MessageLog } from './message-log.ts'
import type { ReadMarks } from './read-marks.ts'

/** What the database does not know yet: who has written, and how far people have read. */
export class Summary {
  readonly #log: MessageLog
  readonly #marks: ReadMarks
  readonly #written = new Map<string, number[]>()

  constructor(log: MessageLog, marks: ReadMarks) {
    this.#log = log
    this.#marks = marks
  }

  addMessage({ authorId, seq }: { authorId: string; seq: number }): void {
    this.#written.set(authorId, [...(this.#written.get(authorId) ?? []), seq])
  }

  make(conversationId: string): ConversationSummary {
    const last = this.#log.find(this.#log.lastSeq())
    return {
      conversationId,
      lastSeq: last?.seq ?? 0,
      lastAt: last?.sentAt ?? null,
      lastAuthorId: last?.authorId ?? null,
      lastText: (last && withoutHiddenText(last).text?.slice(0, maxLastText)) ?? null,
      marks: this.#marks.listUnsaved(),
      written: [...this.#written],
    }
  }

  /** Forgets what was saved, and keeps what came meanwhile. */
  setSaved({ marks, written }: ConversationSummary): void {
    this.#marks.save(marks)
    for (const [userId, seqs] of written) {
      const later = this.#written.get(userId)?.slice(seqs.length) ?? []
      if (later.length > 0) this.#written.set(userId, later)
      else this.#written.delete(userId)
    }
  }
}
