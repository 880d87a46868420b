import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import {
  type EventFeedbackSummary,
  type GiveEventFeedback,
  type MyEventFeedback,
  ratings,
} from '../../domain/events/event-feedback-contract.ts'
import { judgeEventFeedback } from '../../domain/events/event-feedback-rules.ts'
import { feedbackClosesAt } from '../../domain/events/event-feedback-time.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, orNull, type RowOf, select } from '../platform/row-query.ts'
import { isHostOf, isVisibleTo } from './acting.ts'
import { eventFeedback, events, joiners } from './schema.ts'
import { e, j } from './tables.ts'

/** Whether the person had a seat in event `e` and no host marked them as a no-show. */
export const hasPlayed = (userId: string): SQL => sql`EXISTS (SELECT 1 FROM ${joiners} ${j}
  WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${userId} AND ${j.state} = 'going' AND NOT ${j.isNoShow})`

const selectMyFeedback = (userId: string, eventId: string) =>
  select(
    {
      state: e.state,
      endsAt: e.endsAt,
      isHost: asBoolean,
      hasPlayed: asBoolean,
      rating: orNull(eventFeedback.rating),
      words: orNull(eventFeedback.words),
      at: orNull(eventFeedback.at),
    },
    sql`SELECT ${e.state} AS state, ${e.endsAt} AS endsAt, ${isHostOf(userId)} AS isHost, ${hasPlayed(userId)} AS hasPlayed,
        ${eventFeedback.rating} AS rating, ${eventFeedback.words} AS words, ${eventFeedback.at} AS at
      FROM ${events} ${e} LEFT JOIN ${eventFeedback} ON ${eventFeedback.eventId} = ${e.id} AND ${eventFeedback.userId} = ${userId}
      WHERE ${e.id} = ${eventId} AND ${isVisibleTo(userId)}`,
  )

type Row = RowOf<ReturnType<typeof selectMyFeedback>>

function toMyFeedback(row: Row, now: number): MyEventFeedback {
  const { endsAt, rating, words, at } = row
  return {
    maySay: judgeEventFeedback(row, now) === null,
    until: feedbackClosesAt(endsAt),
    said: rating === null || words === null || at === null ? null : { rating, words, at },
  }
}

/** The feedback this person gave on a game, and whether they can still give or change it. */
export async function findMyFeedback(db: Database, userId: string, eventId: string, now: number): Promise<MyEventFeedback> {
  const row = await readFirst(db, selectMyFeedback(userId, eventId))
  if (!row) throw eventNotFound()
  return toMyFeedback(row, now)
}

/** Saves a person's feedback on a game. It replaces their earlier feedback. */
export async function giveEventFeedback(
  db: Database,
  now: number,
  userId: string,
  eventId: string,
  { rating, words }: GiveEventFeedback,
): Promise<MyEventFeedback> {
  const { saved, after } = await runBatch(db, {
    saved: insertSelect(
      eventFeedback,
      { eventId: e.id, userId, rating, words, at: now },
      sql`FROM ${events} ${e}
        WHERE ${e.id} = ${eventId} AND ${e.state} = 'published' AND ${e.endsAt} <= ${now} AND ${e.endsAt} > ${now - feedbackClosesAt(0)}
          AND ${isVisibleTo(userId)} AND NOT ${isHostOf(userId)} AND ${hasPlayed(userId)}
        ${onConflictUpdate(eventFeedback, ['eventId', 'userId'], {
          rating: excluded(eventFeedback.rating),
          words: excluded(eventFeedback.words),
          at: excluded(eventFeedback.at),
        })}`,
    ),
    after: selectMyFeedback(userId, eventId),
  })
  const [row] = after.rows
  if (!row) throw eventNotFound()
  if (saved.changes === 0) throw judgeEventFeedback(row, now) ?? eventNotFound()
  return toMyFeedback(row, now)
}

const maxCommentsShown = 100

/**
 * The feedback on a game, for its hosts; call `hostOf` first. Feedback of a player still counts if a host marks them as a no-show
 * later. Otherwise hosts could remove bad feedback and find out who gave it.
 */
export async function findFeedbackSummary(db: Database, eventId: string): Promise<EventFeedbackSummary> {
  const isOfEvent = eq(eventFeedback.eventId, eventId)
  const { counted, comments } = await runBatch(db, {
    counted: db
      .select({ rating: eventFeedback.rating, count: sql<number>`count(*)`.mapWith(Number).as('count') })
      .from(eventFeedback)
      .where(isOfEvent)
      .groupBy(eventFeedback.rating),
    comments: db
      .select({ words: eventFeedback.words })
      .from(eventFeedback)
      .where(and(isOfEvent, sql`${eventFeedback.words} <> ''`))
      .orderBy(desc(eventFeedback.at), eventFeedback.userId)
      .limit(maxCommentsShown),
  })
  const byRating = new Map(counted.rows.map(({ rating, count }) => [rating, count]))
  const counts = ratings.map((_, index) => byRating.get(index + 1) ?? 0)
  const count = counts.reduce((total, countOfRating) => total + countOfRating, 0)
  const sum = counts.reduce((total, countOfRating, index) => total + countOfRating * (index + 1), 0)
  return {
    count,
    average: count === 0 ? null : Math.round((10 * sum) / count) / 10,
    ratings: counts,
    words: comments.rows.map((row) => row.words),
  }
}
