import type { PollAnswer, PollState } from '../../domain/messages/summary.ts'

/** What the database does not know yet of the polls. It survives when the object stops. */
export class PollNews {
  readonly #sql: SqlStorage
  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  list(): { polls: PollState[]; answers: PollAnswer[] } {
    const polls = this.#sql
      .exec<Omit<PollState, 'isOpen'> & { isOpen: number }>(
        `SELECT polls.seq, author_id AS authorId, sent_at AS openedAt, closes_at AS closesAt, unsaved,
            is_closed = 0 AND is_hidden = 0 AND text IS NOT NULL AS isOpen
          FROM polls CROSS JOIN messages ON messages.seq = polls.seq WHERE unsaved > 0`,
      )
      .toArray()
    const answers = this.#sql
      .exec<Omit<PollAnswer, 'hasAnswered'> & { hasAnswered: number }>(
        "SELECT seq, user_id AS userId, choices <> '[]' AS hasAnswered, unsaved FROM poll_votes WHERE unsaved > 0",
      )
      .toArray()
    return {
      polls: polls.map((poll) => ({ ...poll, isOpen: poll.isOpen === 1 })),
      answers: answers.map((answer) => ({ ...answer, hasAnswered: answer.hasAnswered === 1 })),
    }
  }

  /** Forgets what was saved, and keeps what changed meanwhile. */
  setSaved({ polls, answers }: ReturnType<PollNews['list']>): void {
    for (const { seq, unsaved } of polls) this.#sql.exec('UPDATE polls SET unsaved = 0 WHERE seq = ? AND unsaved = ?', seq, unsaved)
    for (const { seq, userId, unsaved, hasAnswered } of answers)
      this.#sql.exec(
        hasAnswered
          ? 'UPDATE poll_votes SET unsaved = 0 WHERE seq = ? AND user_id = ? AND unsaved = ?'
          : "DELETE FROM poll_votes WHERE seq = ? AND user_id = ? AND unsaved = ? AND choices = '[]'",
        seq,
        userId,
        unsaved,
      )
  }
}
