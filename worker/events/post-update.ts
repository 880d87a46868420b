import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { PostUpdate } from '../../domain/events/manage-contract.ts'
import { judgePublished } from '../../domain/events/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { isHostOf } from './acting.ts'
import { type GameFact, notifyAboutGames } from './notify-about-games.ts'
import { events, eventUpdates } from './schema.ts'
import { e } from './tables.ts'

const maxUpdatesADay = 20

/** Sends a message from the hosts to everyone in the game. A second request with the same key sends nothing. */
export async function postUpdate(
  db: Database,
  { now, platform }: CommandContext,
  hostId: string,
  eventId: string,
  { text, idempotencyKey }: PostUpdate,
): Promise<void> {
  const id = await deriveId('event-update', hostId, eventId, idempotencyKey)
  const facts: GameFact[] = [{ kind: 'event-update', eventId, updateId: id }]
  const u = alias(eventUpdates, 'u')
  const isBelowLimit = sql`(SELECT count(*) FROM ${eventUpdates} WHERE ${eventUpdates.eventId} = ${eventId} AND ${eventUpdates.createdAt} > ${now - day}) < ${maxUpdatesADay}`
  const { after } = await runBatch(db, {
    posted: insertSelect(
      eventUpdates,
      { id, eventId: e.id, authorId: hostId, text, createdAt: now },
      sql`FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${e.state} <> 'draft' AND ${isHostOf(hostId)} AND ${isBelowLimit} ON CONFLICT (id) DO NOTHING`,
    ),
    notified: notifyAboutGames(
      facts,
      { now, platform },
      sql`EXISTS (SELECT 1 FROM ${eventUpdates} ${u} WHERE ${u.id} = ${id} AND ${u.createdAt} = ${now})`,
    ),
    after: select(
      { isPosted: asBoolean, state: e.state },
      sql`SELECT EXISTS (SELECT 1 FROM ${eventUpdates} ${u} WHERE ${u.id} = ${id}) AS isPosted, ${e.state} AS state FROM ${events} ${e} WHERE ${e.id} = ${eventId}`,
    ),
  })
  const [found] = after.rows
  if (!found?.isPosted) throw judgePublished(found?.state) ?? new AppError('TooManyUpdates', { values: { max: maxUpdatesADay } })
}
