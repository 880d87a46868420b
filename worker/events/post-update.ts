import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { PostUpdate } from '../../domain/events/manage-contract.ts'
import { notUp } from '../../domain/events/rules.ts'
import type { EventState } from '../../domain/events/states.ts'
import { day } from '../../domain/time/spans.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Acting } from '../platform/from-request.ts'
import { isHostOf } from './acting.ts'
import { type GameFact, tellOfGames } from './news.ts'

const updatesADay = 20

/** A word of the hosts to all who come and wait. Asked again with the same key, it is said once. */
export async function postUpdate(
  db: Database,
  { now, platform }: Acting,
  hostId: string,
  eventId: string,
  { text, idempotencyKey }: PostUpdate,
): Promise<void> {
  const id = await deriveId('event-update', hostId, eventId, idempotencyKey)
  const facts: GameFact[] = [{ kind: 'event-update', eventId, updateId: id }]
  const [, , after] = await runBatch<{ isSaid: number; state: EventState }>(db, [
    sql`INSERT INTO event_updates (id, event_id, author_id, text, created_at) SELECT ${id}, e.id, ${hostId}, ${text}, ${now} FROM events e
      WHERE e.id = ${eventId} AND e.state <> 'draft' AND ${isHostOf(hostId)}
        AND (SELECT count(*) FROM event_updates WHERE event_id = ${eventId} AND created_at > ${now - day}) < ${updatesADay} ON CONFLICT (id) DO NOTHING`,
    tellOfGames(facts, { now, platform }, sql`EXISTS (SELECT 1 FROM event_updates WHERE id = ${id} AND created_at = ${now})`),
    sql`SELECT EXISTS (SELECT 1 FROM event_updates WHERE id = ${id}) AS isSaid, state FROM events WHERE id = ${eventId}`,
  ])
  const met = after?.results[0]
  if (!met?.isSaid) throw notUp(met?.state) ?? new AppError('UpdatesUsedUp', { values: { max: updatesADay } })
}
