import type { NewPoll, Poll } from '../../domain/messages/polls.ts'
import { selectInSeqs } from './in-seqs.ts'

type PollRow = { seq: number; is_multiple: number; shows_names: number; closes_at: number | null; is_closed: number }
export type Vote = { userId: string; choices: readonly number[] }

/** A poll with everybody's votes, oldest first, and how often each answer was chosen. */
export type StoredPoll = Pick<Poll, 'isMultiple' | 'showsNames' | 'closesAt' | 'isClosed'> & {
  options: string[]
  votes: ReadonlyMap<string, Vote>
  counts: readonly number[]
}

/** Nobody has chosen anything. The row of who took a vote back stays until the database knows of it. */
const noChoices = '[]'

/**
 * The polls of messages, and who voted for what. `unsaved` counts the changes that the database does not know. Whoever deletes a message
 * deletes the words of its poll and its votes; the row of the poll stays.
 */
export class Polls {
  readonly #sql: SqlStorage
  constructor(sql: SqlStorage) {
    this.#sql = sql
  }

  add(seq: number, { options, isMultiple, showsNames, closesAt }: NewPoll): void {
    this.#sql.exec(
      'INSERT INTO polls (seq, is_multiple, shows_names, closes_at) VALUES (?, ?, ?, ?)',
      seq,
      Number(isMultiple),
      Number(showsNames),
      closesAt,
    )
    for (const [place, text] of options.entries())
      this.#sql.exec('INSERT INTO poll_options (seq, place, text) VALUES (?, ?, ?)', seq, place, text)
  }

  find(seq: number): StoredPoll | undefined {
    return this.listTo([seq]).get(seq)
  }

  /** Those of these messages, without polls whose message was deleted. */
  listTo(seqs: readonly number[]): ReadonlyMap<number, StoredPoll> {
    const rows = selectInSeqs<PollRow>(this.#sql, 'SELECT seq, is_multiple, shows_names, closes_at, is_closed FROM polls', seqs)
    return new Map(
      rows.flatMap(({ seq, is_multiple, shows_names, closes_at, is_closed }): [number, StoredPoll][] => {
        const options = this.#listOptions(seq)
        if (options.length === 0) return []
        const votes = new Map(this.#listVotes(seq).map((vote) => [vote.userId, vote]))
        const counts = options.map(() => 0)
        for (const { choices } of votes.values()) for (const place of choices) counts[place] = (counts[place] ?? 0) + 1
        const settings = { isMultiple: is_multiple === 1, showsNames: shows_names === 1, closesAt: closes_at, isClosed: is_closed === 1 }
        return [[seq, { ...settings, options, votes, counts }]]
      }),
    )
  }

  hasVotes(seq: number): boolean {
    return this.#sql.exec('SELECT 1 FROM poll_votes WHERE seq = ? AND choices <> ? LIMIT 1', seq, noChoices).toArray().length > 0
  }

  /** Replaces what a person has chosen. Returns whether that changed anything. */
  vote(seq: number, { userId, choices }: Vote, now: number): boolean {
    const chosen = JSON.stringify([...choices].sort((a, b) => a - b))
    const [row] = this.#sql.exec<{ choices: string }>('SELECT choices FROM poll_votes WHERE seq = ? AND user_id = ?', seq, userId).toArray()
    const before = row?.choices ?? noChoices
    if (before === chosen) return false
    // The database only knows whether somebody has answered.
    const isNews = (before === noChoices) !== (chosen === noChoices)
    this.#sql.exec(
      `INSERT INTO poll_votes (seq, user_id, choices, at, unsaved) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET choices = excluded.choices, at = excluded.at, unsaved = unsaved + excluded.unsaved`,
      seq,
      userId,
      chosen,
      now,
      Number(isNews),
    )
    return true
  }

  /** Returns whether it was open. */
  close(seq: number): boolean {
    return (
      this.#sql.exec('UPDATE polls SET is_closed = 1, unsaved = unsaved + 1 WHERE seq = ? AND is_closed = 0 RETURNING 1', seq).toArray()
        .length > 0
    )
  }

  /** The message was hidden or is shown again, so the database must learn all of its poll once more. Returns whether it has one. */
  setUnsaved(seq: number): boolean {
    this.#sql.exec('UPDATE poll_votes SET unsaved = unsaved + 1 WHERE seq = ?', seq)
    return this.#sql.exec('UPDATE polls SET unsaved = unsaved + 1 WHERE seq = ? RETURNING 1', seq).toArray().length > 0
  }

  /** For a message that was deleted. Returns whether it had a poll. */
  dropFrom(seq: number): boolean {
    this.#sql.exec('DELETE FROM poll_options WHERE seq = ?', seq)
    this.#sql.exec('DELETE FROM poll_votes WHERE seq = ?', seq)
    return this.#sql.exec('UPDATE polls SET is_closed = 1, unsaved = unsaved + 1 WHERE seq = ? RETURNING 1', seq).toArray().length > 0
  }

  /** Deletes the votes of a person, and their own polls. Returns the messages that look different now. */
  erase(userId: string): number[] {
    const own = this.#seqs('SELECT polls.seq FROM polls CROSS JOIN messages ON messages.seq = polls.seq WHERE author_id = ?', userId)
    for (const seq of own) this.dropFrom(seq)
    return [...own, ...this.#seqs('DELETE FROM poll_votes WHERE user_id = ? RETURNING seq', userId)]
  }

  /** The polls of a person after this one, for their data export. */
  listOf(userId: string, after: number, limit: number) {
    return this.#sql
      .exec<{ seq: number; question: string; options: string }>(
        `SELECT polls.seq, messages.text AS question, (SELECT json_group_array(poll_options.text ORDER BY place) FROM poll_options
            WHERE poll_options.seq = polls.seq) AS options
          FROM polls CROSS JOIN messages ON messages.seq = polls.seq
          WHERE polls.seq > ? AND author_id = ? AND messages.text IS NOT NULL ORDER BY polls.seq LIMIT ?`,
        after,
        userId,
        limit,
      )
      .toArray()
      .map(({ seq, question, options }) => ({ seq, question, options: JSON.parse(options) as string[] }))
  }

  /** What a person has voted for after this poll, for their data export. */
  listVotesOf(userId: string, after: number, limit: number) {
    return this.#sql
      .exec<{ seq: number; at: number; answers: string }>(
        `SELECT seq, at, (SELECT json_group_array(poll_options.text ORDER BY place) FROM json_each(poll_votes.choices) chosen
            CROSS JOIN poll_options ON poll_options.seq = poll_votes.seq AND poll_options.place = chosen.value) AS answers
          FROM poll_votes WHERE user_id = ? AND seq > ? AND choices <> ? ORDER BY seq LIMIT ?`,
        userId,
        after,
        noChoices,
        limit,
      )
      .toArray()
      .map(({ seq, at, answers }) => ({ seq, at, answers: JSON.parse(answers) as string[] }))
  }

  #listOptions(seq: number): string[] {
    return this.#sql
      .exec<{ text: string }>('SELECT text FROM poll_options WHERE seq = ? ORDER BY place', seq)
      .toArray()
      .map(({ text }) => text)
  }

  #listVotes(seq: number): Vote[] {
    return this.#sql
      .exec<{ user_id: string; choices: string }>(
        'SELECT user_id, choices FROM poll_votes WHERE seq = ? AND choices <> ? ORDER BY at, user_id',
        seq,
        noChoices,
      )
      .toArray()
      .map(({ user_id, choices }) => ({ userId: user_id, choices: JSON.parse(choices) as number[] }))
  }

  #seqs(query: string, userId: string): number[] {
    return this.#sql
      .exec<{ seq: number }>(query, userId)
      .toArray()
      .map(({ seq }) => seq)
  }
}

/** What one person sees of a poll. The votes of people with a block between them do not count. */
export function viewPoll(poll: StoredPoll, viewerId: string, hidden: ReadonlySet<string>): Poll {
  const { options, votes, counts, ...settings } = poll
  const left = [...hidden].flatMap((id) => votes.get(id) ?? [])
  const own = new Set(votes.get(viewerId)?.choices)
  return {
    ...settings,
    voters: votes.size - left.length,
    options: options.map((text, place) => ({
      text,
      count: (counts[place] ?? 0) - left.filter(({ choices }) => choices.includes(place)).length,
      isMine: own.has(place),
    })),
  }
}
