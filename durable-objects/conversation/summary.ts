import { summarizeFiles } from '../../domain/messages/files-summary.ts'
import { cutText } from '../../domain/messages/mentions.ts'
import { writePollLine } from '../../domain/messages/polls.ts'
import { type ConversationSummary, maxLastText } from '../../domain/messages/summary.ts'
import { withoutHiddenText } from './hidden-text.ts'
import type { Mentions } from './mentions.ts'
import type { MessageFiles } from './message-files.ts'
import type { LogMessage, MessageLog } from './message-log.ts'
import type { PollNews } from './poll-news.ts'
import type { Polls } from './polls.ts'
import type { ReadMarks } from './read-marks.ts'

/** What messages can have besides their words. */
type Added = { mentions: Mentions; polls: Polls; pollNews: PollNews; files: MessageFiles }

/** What the database does not know yet: who has written and is mentioned, and how far people have read. */
export class Summary {
  readonly #log: MessageLog
  readonly #marks: ReadMarks
  readonly #mentions: Mentions
  readonly #polls: Polls
  readonly #pollNews: PollNews
  readonly #files: MessageFiles
  readonly #written = new Map<string, number[]>()

  constructor(log: MessageLog, marks: ReadMarks, { mentions, polls, pollNews, files }: Added) {
    this.#log = log
    this.#marks = marks
    this.#mentions = mentions
    this.#polls = polls
    this.#pollNews = pollNews
    this.#files = files
  }

  addMessage({ authorId, seq }: { authorId: string; seq: number }): void {
    this.#written.set(authorId, [...(this.#written.get(authorId) ?? []), seq])
  }

  make(conversationId: string): ConversationSummary {
    const last = this.#log.find(this.#log.lastSeq())
    const lastText = last ? this.#write(withoutHiddenText(last)) : null
    return {
      conversationId,
      lastSeq: last?.seq ?? 0,
      lastAt: last?.sentAt ?? null,
      lastAuthorId: last?.authorId ?? null,
      lastText: lastText && cutText(lastText, maxLastText),
      lastFiles: summarizeFiles(last && !last.isHidden ? this.#files.listOf(last.seq) : []),
      marks: this.#marks.listUnsaved(),
      written: [...this.#written],
      mentions: this.#mentions.listUnsaved(),
      ...this.#pollNews.list(),
    }
  }

  #write({ seq, text }: LogMessage): string | null {
    return text !== null && this.#polls.find(seq) ? writePollLine(text) : text
  }

  /** Forgets what was saved, and keeps what came meanwhile. */
  setSaved({ marks, written, mentions, polls, answers }: ConversationSummary): void {
    this.#marks.save(marks)
    this.#mentions.setSaved(mentions)
    this.#pollNews.setSaved({ polls, answers })
    for (const [userId, seqs] of written) {
      const later = this.#written.get(userId)?.slice(seqs.length) ?? []
      if (later.length > 0) this.#written.set(userId, later)
      else this.#written.delete(userId)
    }
  }
}
