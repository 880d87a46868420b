import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { PlatformId } from '../../domain/platforms.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import type { MessageInsert } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import { joiners } from './schema.ts'

const seat = alias(joiners, 'seat')
const owner = alias(people, 'owner')

type Table = typeof joiners | typeof seat

/** The entry got its seat in this batch, or gave it up. The first condition has an index of its own. */
const hasChanged = (table: Table, eventIds: SQL, now: number): SQL =>
  sql`${table.isConfirmed} <> (${table.state} = 'going') AND ${table.eventId} IN (${eventIds}) AND ${table.updatedAt} = ${now}
    AND ${table.userId} IS NOT NULL AND ${table.state} IN ('going', 'left')`

/**
 * Mails everybody who got a seat for sure in this batch, and everybody who gave up a seat that was confirmed. There are many ways to a seat, so we look at what
 * the batch has changed. The email job reads the game, and sends nothing if this is no longer true. Whoever was removed gets a notice, which has the file too.
 */
export const confirmSeats = (eventIds: SQL, now: number, platform?: PlatformId): (MessageInsert | SQL)[] => [
  putRowsInOutbox(
    'mail',
    sql`SELECT mail.name || ':' || mail.joinerId || ':' || ${now} AS id,
        json_set(${JSON.stringify({ platform })}, '$.to', mail.email, '$.template', json_object('name', mail.name, 'data',
          json_object('username', mail.username, 'userId', mail.userId, 'eventId', mail.eventId, 'joinerId', mail.joinerId))) AS body
      FROM (SELECT iif(${seat.state} = 'going', 'seat-confirmed', 'seat-left') AS name, ${seat.id} AS joinerId, ${seat.eventId} AS eventId,
          ${owner.id} AS userId, ${owner.email} AS email, ${nameToShowSql(owner)} AS username
        FROM ${joiners} ${seat} CROSS JOIN ${people} ${owner} ON ${owner.id} = ${seat.userId}
        WHERE ${hasChanged(seat, eventIds, now)} AND ${owner.deletedAt} IS NULL AND ${owner.emailVerifiedAt} IS NOT NULL) mail`,
    { now },
  ),
  updateSet(joiners, { isConfirmed: sql`${joiners.state} = 'going'` }, sql`WHERE ${hasChanged(joiners, eventIds, now)}`),
]
