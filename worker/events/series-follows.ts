import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { formatRepeat } from '../../domain/events/rules.ts'
import { type FollowedSeries, maxFollowedSeries } from '../../domain/my-games/contract.ts'
import { readAll, runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asText, select, selectFields } from '../platform/row-query.ts'
import { isVisibleTo } from './acting.ts'
import { eventSeries, events, seriesFollows } from './schema.ts'
import { e } from './tables.ts'

const date = alias(events, 'date')

/** In a statement: whether this person follows the series of event `e`. */
export const followsSeries = (userId: string | null): SQL =>
  sql`EXISTS (SELECT 1 FROM ${seriesFollows} WHERE ${seriesFollows.userId} = ${userId} AND ${seriesFollows.seriesId} = ${e.seriesId})`

/** The upcoming dates of a series that this person can see. */
const selectUpcoming = (userId: string, seriesId: string, now: number): SQL =>
  sql`SELECT ${e.id} AS id FROM ${events} ${e} WHERE ${e.seriesId} = ${seriesId} AND ${e.startsAt} > ${now} AND ${e.state} = 'published' AND ${isVisibleTo(userId)}`

/** Following again changes nothing. Series that are over make room for others. */
export async function followSeries(db: Database, now: number, userId: string, seriesId: string): Promise<void> {
  const isOver = sql`NOT EXISTS (SELECT 1 FROM ${events} ${date} WHERE ${date.seriesId} = ${seriesFollows.seriesId} AND ${date.startsAt} > ${now})`
  const { visible, kept } = await runBatch(db, {
    over: sql`DELETE FROM ${seriesFollows} WHERE ${seriesFollows.userId} = ${userId} AND ${isOver}`,
    followed: insertSelect(
      seriesFollows,
      {
        userId,
        seriesId,
        isByLink: sql`NOT EXISTS (SELECT 1 FROM ${events} ${date} WHERE ${date.seriesId} = ${seriesId} AND ${date.state} = 'published' AND ${date.visibility} <> 'link')`,
        followedAt: now,
      },
      sql`WHERE EXISTS (${selectUpcoming(userId, seriesId, now)})
        AND (SELECT count(*) FROM ${seriesFollows} WHERE ${seriesFollows.userId} = ${userId}) < ${maxFollowedSeries} ON CONFLICT DO NOTHING`,
    ),
    visible: select({ id: asText }, sql`${selectUpcoming(userId, seriesId, now)} LIMIT 1`),
    kept: db.select({ id: seriesFollows.seriesId }).from(seriesFollows).where(isFollow(userId, seriesId)),
  })
  if (visible.rows.length === 0) throw new AppError('SeriesNotFound')
  if (kept.rows.length === 0) throw new AppError('TooManyFollowedSeries', { values: { max: maxFollowedSeries } })
}

const isFollow = (userId: string, seriesId: string) => and(eq(seriesFollows.userId, userId), eq(seriesFollows.seriesId, seriesId))

/** Does nothing if the person does not follow it. */
export async function unfollowSeries(db: Database, userId: string, seriesId: string): Promise<void> {
  await write(db, db.delete(seriesFollows).where(isFollow(userId, seriesId)))
}

/** The series that the person follows, each with its next date that they can see, by that date. */
export async function listFollowedSeries(db: Database, userId: string, now: number): Promise<FollowedSeries[]> {
  const rows = await readAll(
    db,
    selectFields(
      {
        id: eventSeries.id,
        rule: eventSeries.rule,
        eventId: date.id,
        title: date.title,
        startsAt: date.startsAt,
        timeZone: date.timeZone,
        placeName: date.placeName,
      },
      sql`FROM ${seriesFollows} CROSS JOIN ${eventSeries} ON ${eventSeries.id} = ${seriesFollows.seriesId}
        CROSS JOIN ${events} ${date} ON ${date.id} = (SELECT ${e.id} FROM ${events} ${e} WHERE ${e.seriesId} = ${seriesFollows.seriesId} AND ${e.startsAt} > ${now}
          AND ${e.state} = 'published' AND (${e.visibility} <> 'link' OR ${seriesFollows.isByLink}) AND ${isVisibleTo(userId)} ORDER BY ${e.startsAt}, ${e.id} LIMIT 1)
        WHERE ${seriesFollows.userId} = ${userId} ORDER BY ${date.startsAt}, ${date.id} LIMIT ${maxFollowedSeries}`,
    ),
  )
  return rows.map(({ id, rule, title, ...next }) => ({ id, title, words: formatRepeat(rule, next), next }))
}
