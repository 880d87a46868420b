import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type HowItWas, type MyWord, ratings, type SayHowItWas } from '../../domain/events/after-contract.ts'
import { judgeWord, mayBeSaidUntil } from '../../domain/events/after-rules.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, orNull, type RowOf, select } from '../platform/row-query.ts'
import { isHostOf, isSeenBy } from './acting.ts'
import { eventFeedback, events, joiners } from './schema.ts'
import { e, j } from './tables.ts'

/** Had a seat in the event `e`, and was not written down as someone who did not come. */
const wasThere = (userId: string): SQL => sql`EXISTS (SELECT 1 FROM ${joiners} ${j}
  WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${userId} AND ${j.state} = 'going' AND NOT ${j.isNoShow})`

const selectWord = (userId: string, eventId: string) =>
  select(
    {
      state: e.state,
      endsAt: e.endsAt,
      isHost: asBoolean,
      wasThere: asBoolean,
      rating: orNull(eventFeedback.rating),
      words: orNull(eventFeedback.words),
      at: orNull(eventFeedback.at),
    },
    sql`SELECT ${e.state} AS state, ${e.endsAt} AS endsAt, ${isHostOf(userId)} AS isHost, ${wasThere(userId)} AS wasThere,
        ${eventFeedback.rating} AS rating, ${eventFeedback.words} AS words, ${eventFeedback.at} AS at
      FROM ${events} ${e} LEFT JOIN ${eventFeedback} ON ${eventFeedback.eventId} = ${e.id} AND ${eventFeedback.userId} = ${userId}
      WHERE ${e.id} = ${eventId} AND ${isSeenBy(userId)}`,
  )

type Row = RowOf<ReturnType<typeof selectWord>>

function toWord(row: Row, now: number): MyWord {
  const { endsAt, rating, words, at } = row
  return {
    maySay: judgeWord(row, now) === null,
    until: mayBeSaidUntil(endsAt),
    said: rating === null || words === null || at === null ? null : { rating, words, at },
  }
}

/** What this person said of a game, and whether they still can. */
export async function findWord(db: Database, userId: string, eventId: string, now: number): Promise<MyWord> {
  const row = await readFirst(db, selectWord(userId, eventId))
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
  const { said, after } = await runBatch(db, {
    said: insertSelect(
      eventFeedback,
      { eventId: e.id, userId, rating, words, at: now },
      sql`FROM ${events} ${e}
        WHERE ${e.id} = ${eventId} AND ${e.state} = 'published' AND ${e.endsAt} <= ${now} AND ${e.endsAt} > ${now - mayBeSaidUntil(0)}
          AND ${isSeenBy(userId)} AND NOT ${isHostOf(userId)} AND ${wasThere(userId)}
        ${onConflictUpdate(eventFeedback, ['eventId', 'userId'], {
          rating: excluded(eventFeedback.rating),
          words: excluded(eventFeedback.words),
          at: excluded(eventFeedback.at),
        })}`,
    ),
    after: selectWord(userId, eventId),
  })
  const [row] = after.rows
  if (!row) throw eventNotFound()
  if (said.changes === 0) throw judgeWord(row, now) ?? eventNotFound()
  return toWord(row, now)
}

const maxWordsShown = 100

/**
 * What was said of a game, for its hosts; ask `hostOf` first. It counts whatever the hosts wrote down later about who came:
 * otherwise they could strike out what they do not like, and see whose it was.
 */
export async function findHowItWas(db: Database, eventId: string): Promise<HowItWas> {
  const isOfEvent = eq(eventFeedback.eventId, eventId)
  const { counted, words } = await runBatch(db, {
    counted: db
      .select({ rating: eventFeedback.rating, count: sql<number>`count(*)`.mapWith(Number).as('count') })
      .from(eventFeedback)
      .where(isOfEvent)
      .groupBy(eventFeedback.rating),
    words: db
      .select({ words: eventFeedback.words })
      .from(eventFeedback)
      .where(and(isOfEvent, sql`${eventFeedback.words} <> ''`))
      .orderBy(desc(eventFeedback.at), eventFeedback.userId)
      .limit(maxWordsShown),
  })
  const byRating = new Map(counted.rows.map(({ rating, count }) => [rating, count]))
  const counts = ratings.map((_, index) => byRating.get(index + 1) ?? 0)
  const count = counts.reduce((sum, one) => sum + one, 0)
  const sum = counts.reduce((all, one, index) => all + one * (index + 1), 0)
  return {
    count,
    average: count === 0 ? null : Math.round((10 * sum) / count) / 10,
    ratings: counts,
    words: words.rows.map((row) => row.words),
  }
}
