import { and, asc, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxOccurrences, type Scope } from '../../domain/events/form-contract.ts'
import { eventNotFound } from '../../domain/events/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isHostOf } from './acting.ts'
import { indexedColumns } from './index-events.ts'
import { events } from './schema.ts'
import { e } from './tables.ts'

const loadedColumns = {
  ...indexedColumns(e),
  state: e.state,
  visibility: e.visibility,
  version: e.version,
  placeId: e.placeId,
  timeZone: e.timeZone,
  endsAt: e.endsAt,
  seriesId: e.seriesId,
}

/** An event as it was read before it is changed. */
export type LoadedEvent = Pick<typeof events.$inferSelect, keyof typeof loadedColumns>

export const selectLoaded = (db: Database) => db.select(loadedColumns).from(e)

/** The event and, as far as the scope reaches, the dates of its series that are still to come. The named event is first. */
export async function loadScope(
  db: Database,
  hostId: string,
  eventId: string,
  scope: Scope,
  now: number,
): Promise<[LoadedEvent, ...LoadedEvent[]]> {
  const named = alias(events, 'named')
  const from = scope === 'following' ? sql`max(${named.startsAt}, ${now})` : now
  const { own, others } = await runBatch(db, {
    own: selectLoaded(db).where(and(eq(e.id, eventId), isHostOf(hostId))),
    others:
      scope === 'this'
        ? []
        : [
            selectLoaded(db)
              .innerJoin(named, and(eq(e.seriesId, named.seriesId), ne(e.id, named.id)))
              .where(and(eq(named.id, eventId), ne(e.state, 'cancelled'), isHostOf(hostId), gt(e.startsAt, from)))
              .orderBy(asc(e.startsAt))
              .limit(maxOccurrences),
          ],
  })
  const [first] = own.rows
  if (!first) throw eventNotFound()
  return [first, ...others.flatMap(({ rows }) => rows)]
}

/** Nobody changed, published or deleted any of them since they were read: what maps show of them was worked out from that. */
export const areStill = (read: readonly Pick<LoadedEvent, 'id' | 'version' | 'state'>[]): SQL => {
  const still = alias(events, 'still')
  return sql`
    ((SELECT count(*) FROM json_each(${JSON.stringify(read.map(({ id, version, state }) => ({ id, version, state })))}) seen
      CROSS JOIN ${events} ${still} ON ${still.id} = seen.value->>'id' AND ${still.version} = seen.value->>'version' AND ${still.state} = seen.value->>'state')
      = ${read.length})`
}
