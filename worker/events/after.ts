import { type SQL, sql } from 'drizzle-orm'
import { type HowItWas, type MyWord, ratings, type SayHowItWas } from '../../domain/events/after-contract.ts'
import { judgeWord, mayBeSaidUntil } from '../../domain/events/after-rules.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import type { EventState } from '../../domain/events/states.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isHostOf, isSeenBy } from './acting.ts'

/** Had a seat in the event `e`, and was not written down as someone who did not come. */
const wasThere = (userId: string): SQL => sql`
  EXISTS (SELECT 1 FROM joiners aj WHERE aj.event_id = e.id AND aj.user_id = ${userId} AND aj.state = 'going' AND aj.is_no_show = 0)`

type Row = {
  state: EventState
  endsAt: number
  isHost: number
  wasThere: number
  rating: number | null
  words: string
  at: number
}

const selectWord = (userId: string, eventId: string): SQL => sql`
  SELECT e.state, e.ends_at AS endsAt, ${isHostOf(userId)} AS isHost, ${wasThere(userId)} AS wasThere, f.rating, f.words, f.at
  FROM events e LEFT JOIN event_feedback f ON f.event_id = e.id AND f.user_id = ${userId} WHERE e.id = ${eventId} AND ${isSeenBy(userId)}`

const factsOf = (row: Row) => ({ ...row, isHost: row.isHost === 1, wasThere: row.wasThere === 1 })

function toWord(row: Row, now: number): MyWord {
  const { endsAt, rating, words, at } = row
  return {
    maySay: judgeWord(factsOf(row), now) === null,
    until: mayBeSaidUntil(endsAt),
    said: rating === null ? null : { rating, words, at },
  }
}

/** What this person said of a game, and whether they still can. */
export async function findWord(db: Database, userId: string, eventId: string, now: number): Promise<MyWord> {
  const [found] = await runBatch<Row>(db, [selectWord(userId, eventId)])
  const row = found?.results[0]
  if (!row) throw eventNotFound()
  return toWord(row, now)
}

/** Says how it was, or says it otherwise than before. */
export async function sayHowItWas(
  db: Database,
  now: number,
  userId: string,
  eventId: string,
  { rating, words }: SayHowItWas,
): Promise<MyWord> {
  const [said, found] = await runBatch<Row>(db, [
    sql`INSERT INTO event_feedback (event_id, user_id, rating, words, at)
      SELECT e.id, ${userId}, ${rating}, ${words}, ${now} FROM events e
      WHERE e.id = ${eventId} AND e.state = 'published' AND e.ends_at <= ${now} AND e.ends_at > ${now - mayBeSaidUntil(0)}
        AND ${isSeenBy(userId)} AND NOT ${isHostOf(userId)} AND ${wasThere(userId)}
      ON CONFLICT (event_id, user_id) DO UPDATE SET rating = excluded.rating, words = excluded.words, at = excluded.at`,
    selectWord(userId, eventId),
  ])
  const row = found?.results[0]
  if (!row) throw eventNotFound()
  if (!said?.meta.changes) throw judgeWord(factsOf(row), now) ?? eventNotFound()
  return toWord(row, now)
}

const wordsShown = 100

/**
 * What was said of a game, for its hosts; ask `hostOf` first. It counts whatever the hosts wrote down later about who came:
 * otherwise they could strike out what they do not like, and see whose it was.
 */
export async function findHowItWas(db: Database, eventId: string): Promise<HowItWas> {
  const [counted, words] = await runBatch(db, [
    sql`SELECT rating, count(*) AS count FROM event_feedback WHERE event_id = ${eventId} GROUP BY rating`,
    sql`SELECT words FROM event_feedback WHERE event_id = ${eventId} AND words <> '' ORDER BY at DESC, user_id LIMIT ${wordsShown}`,
  ])
  const byRating = new Map(((counted?.results ?? []) as { rating: number; count: number }[]).map(({ rating, count }) => [rating, count]))
  const counts = ratings.map((_, index) => byRating.get(index + 1) ?? 0)
  const count = counts.reduce((sum, one) => sum + one, 0)
  const sum = counts.reduce((all, one, index) => all + one * (index + 1), 0)
  return {
    count,
    average: count === 0 ? null : Math.round((10 * sum) / count) / 10,
    ratings: counts,
    words: ((words?.results ?? []) as { words: string }[]).map((row) => row.words),
  }
}
