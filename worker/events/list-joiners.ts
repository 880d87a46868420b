import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type JoinerPage, maxJoinersShown } from '../../domain/events/contract.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import { isVisibleTo } from './acting.ts'
import { selectJoiners, toJoiner } from './find-event.ts'
import { events } from './schema.ts'
import { e, j } from './tables.ts'

/** The id of an entry opens its form at check-in, so a cursor, which anybody can read, does not contain it. */
const RowCursor = v.tuple([v.number(), v.number()])

/** Lists the players that the viewer may see, in the order they joined. */
export async function listJoiners(db: Database, viewerId: string | null, eventId: string, cursor: string | undefined): Promise<JoinerPage> {
  const last = readCursor(RowCursor, cursor)
  const after = last ? sql`AND (${j.joinedAt}, ${j}.rowid) > (${last[0]}, ${last[1]})` : sql``
  const { event, joiners } = await runBatch(db, {
    event: selectFields({ id: e.id }, sql`FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isVisibleTo(viewerId)}`),
    joiners: selectJoiners(viewerId, eventId, { limit: maxJoinersShown + 1, after }),
  })
  if (event.rows.length === 0) throw eventNotFound()
  const { page, next } = cutPage(joiners.rows, maxJoinersShown, ({ joinedAt, row }) => [joinedAt, row])
  return { joiners: page.map(toJoiner), next }
}
