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
  pictureKey: e.pictureKey,
}

/** An event as it was read before a change. */
export type LoadedEvent = Pick<typeof events.$inferSelect, keyof typeof loadedColumns>

export const selectLoaded = (db: Database) => db.select(loadedColumns).from(e)

/** Loads the event and the upcoming dates of its series that the scope includes. The named event is first. */
export async function loadScope(
  db: Database,
  hostId: string,
  eventId: string,
  scope: Scope,
  now: number,
): Promise<[LoadedEvent, ...LoadedEvent[]]> {
  const named = alias(events, 'named')
  const from = scope === 'following' ? sql`max(${named.startsAt}, ${now})` : now
  const { named: namedEvent, others } = await runBatch(db, {
    named: selectLoaded(db).where(and(eq(e.id, eventId), isHostOf(hostId))),
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
  const [first] = namedEvent.rows
  if (!first) throw eventNotFound()
  return [first, ...others.flatMap(({ rows }) => rows)]
}

/**
 * Whether nobody changed, published or deleted any of these events since they were read. The batch needs this, because the rows it
 * writes for maps were made from what was read.
 */
export const areUnchanged = (loaded: readonly Pick<LoadedEvent, 'id' | 'version' | 'state'>[]): SQL => {
  const current = alias(events, 'current_event')
  return sql`
    ((SELECT count(*) FROM json_each(${JSON.stringify(loaded.map(({ id, version, state }) => ({ id, version, state })))}) seen
      CROSS JOIN ${events} ${current} ON ${current.id} = seen.value->>'id' AND ${current.version} = seen.value->>'version'
        AND ${current.state} = seen.value->>'state')
      = ${loaded.length})`
}
