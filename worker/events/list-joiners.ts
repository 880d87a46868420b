import { sql } from 'drizzle-orm'
import { type JoinerPage, maxJoinersShown } from '../../domain/events/contract.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { selectFields } from '../platform/row-query.ts'
import { isVisibleTo } from './acting.ts'
import { selectJoiners, toJoiner } from './find-event.ts'
import { events } from './schema.ts'
import { e, j } from './tables.ts'

/** Lists the players that the viewer may see, in the order they joined. */
export async function listJoiners(db: Database, viewerId: string | null, eventId: string, cursor: string | undefined): Promise<JoinerPage> {
  const last = readCursor(TimeCursor, cursor)
  const after = last ? sql`AND (${j.joinedAt}, ${j.id}) > (${last[0]}, ${last[1]})` : sql``
  const { event, joiners } = await runBatch(db, {
    event: selectFields({ id: e.id }, sql`FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isVisibleTo(viewerId)}`),
    joiners: selectJoiners(viewerId, eventId, { limit: maxJoinersShown + 1, after }),
  })
  if (event.rows.length === 0) throw eventNotFound()
  const { page, next } = cutPage(joiners.rows, maxJoinersShown, ({ joinedAt, joinerId }) => [joinedAt, joinerId])
  return { joiners: page.map(toJoiner), next }
}
