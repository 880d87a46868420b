import { type SQL, sql } from 'drizzle-orm'
import type { WorkOf } from '../../domain/jobs/contract.ts'
import type { News } from '../../domain/presence/frames.ts'
import type { Env } from '../env.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { type MessageInsert, readAll } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, select } from '../platform/row-query.ts'
import { onlinePeople, shownEvents } from './schema.ts'

/** So many people are told at once. All others ask each minute, as they do without a socket. */
const maxTold = 1000
const lotSize = 50

/** Those of these people who are online. `candidates` selects `userId`. */
const selectOnline = (candidates: SQL): SQL =>
  sql`SELECT ${onlinePeople.userId} AS userId FROM (${candidates}) candidate CROSS JOIN ${onlinePeople} ON ${onlinePeople.userId} = candidate.userId
    LIMIT ${maxTold}`

/** A job for each row of `rows`: news and a list of ids in JSON. Without people there is no job. */
const putTelling = (rows: SQL, now: number): MessageInsert =>
  putRowsInOutbox(
    'work',
    sql`SELECT 'tell-online:' || lower(hex(randomblob(16))) AS id,
      json_object('kind', 'tell-online', 'news', json(news), 'userIds', json(userIds)) AS body FROM (${rows}) WHERE userIds <> '[]'`,
    { now },
  )

/** For the batch that writes notices. */
export const tellOfNotices = (userIds: readonly string[], now: number): MessageInsert =>
  putTelling(
    sql`SELECT '{"about":"notices"}' AS news, json_group_array(userId) AS userIds
      FROM (${selectOnline(sql`SELECT DISTINCT value AS userId FROM json_each(${JSON.stringify(userIds)})`)})`,
    now,
  )

/** For the batch that changes the seats of events. `eventIds` selects their ids. */
export const tellOfSeats = (eventIds: SQL, now: number): MessageInsert =>
  putTelling(
    sql`SELECT json_object('about', 'seats', 'eventId', eventId) AS news, json_group_array(userId) AS userIds FROM (
      SELECT ${shownEvents.eventId} AS eventId, ${shownEvents.userId} AS userId FROM ${shownEvents}
      WHERE ${shownEvents.eventId} IN (${eventIds}) LIMIT ${maxTold}) GROUP BY eventId`,
    now,
  )

/** The same at once, for news that nobody has to wait for. Returns how many people were told. */
export async function tellOnline(db: Database, env: Env, candidates: SQL, news: News): Promise<number> {
  const online = await readAll(db, select({ userId: asText }, selectOnline(candidates)))
  await tellPeople(
    env,
    online.map(({ userId }) => userId),
    news,
  )
  return online.length
}

/** Tells all tabs of these people how much is unread now. Whoever has no tab open costs no look into the database. */
export async function tellUnread(env: Env, userIds: readonly string[], about: 'messages' | 'notices'): Promise<void> {
  await inLots(userIds, (userId) => env.PRESENCE.getByName(userId).tellUnread(userId, about))
}

/** It may run twice. */
export const doTelling = ({ userIds, news }: WorkOf<'tell-online'>, { env }: { env: Env }): Promise<void> => tellPeople(env, userIds, news)

const tellPeople = (env: Env, userIds: readonly string[], news: News): Promise<void> =>
  inLots(userIds, (userId) => env.PRESENCE.getByName(userId).tell(news))

async function inLots(userIds: readonly string[], tell: (userId: string) => Promise<void>): Promise<void> {
  for (let start = 0; start < userIds.length; start += lotSize) await Promise.all(userIds.slice(start, start + lotSize).map(tell))
}
