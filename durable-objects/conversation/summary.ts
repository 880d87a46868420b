import { cutText } from '../../domain/messages/mentions.ts'
import { type ConversationSummary, maxLastText } from '../../domain/messages/summary.ts'
import { withoutHiddenText } from './hidden-text.ts'
import type { Mentions } from './mentions.ts'
import type { MessageLog } from './message-log.ts'
import type { ReadMarks } from './read-marks.ts'

/** What the database does not know yet: who has written and is mentioned, and how far people have read. */
export class Summary {
  readonly #log: MessageLog
  readonly #marks: ReadMarks
  readonly #mentions: Mentions
  readonly #written = new Map<string, number[]>()

  constructor(log: MessageLog, marks: ReadMarks, mentions: Mentions) {
    this.#log = log
    this.#marks = marks
    this.#mentions = mentions
  }

  addMessage({ authorId, seq }: { authorId: string; seq: number }): void {
    this.#written.set(authorId, [...(this.#written.get(authorId) ?? []), seq])
  }

  make(conversationId: string): ConversationSummary {
    const last = this.#log.find(this.#log.lastSeq())
    const lastText = last ? withoutHiddenText(last).text : null
    return {
      conversationId,
      lastSeq: last?.seq ?? 0,
      lastAt: last?.sentAt ?? null,
      lastAuthorId: last?.authorId ?? null,
      lastText: lastText && cutText(lastText, maxLastText),
      marks: this.#marks.listUnsaved(),
      written: [...this.#written],
      mentions: this.#mentions.listUnsaved(),
    }
  }

  /** Forgets what was saved, and keeps what came meanwhile. */
  setSaved({ marks, written, mentions }: ConversationSummary): void {
    this.#marks.save(marks)
    this.#mentions.setSaved(mentions)
    for (const [userId, seqs] of written) {
      const later = this.#written.get(userId)?.slice(seqs.length) ?? []
      if (later.length > 0) this.#written.set(userId, later)
      else this.#written.delete(userId)
    }
  }
}
