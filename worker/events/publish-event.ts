import { and, asc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { Publishing, Scope } from '../../domain/events/form-contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { readAll, runBatch, write } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { publishAtOf } from './create-event.ts'
import { indexEvents } from './index-events.ts'
import { areStill, type LoadedEvent, loadScope, selectLoaded } from './load-scope.ts'
import { type GameFact, tellOfGames } from './news.ts'
import { events } from './schema.ts'
import { e } from './tables.ts'

/** Shows a draft now or later, or hides it again as one. */
export async function publishEvent(
  db: Database,
  { now, platform }: Acting,
  hostId: string,
  eventId: string,
  publish: Publishing,
  scope: Scope,
): Promise<void> {
  const rows = (await loadScope(db, hostId, eventId, scope, now)).filter(({ state }) => state === 'draft')
  const [first] = rows
  if (!first) throw new AppError('AlreadyUp')
  if (publish.when !== 'now') {
    await write(db, setPublishAt(db, rows, publishAtOf(publish, now, rows), now))
    return
  }
  if (!(await showEvents(db, { now, platform }, rows))) throw new AppError('EventVersionConflict')
}

const setPublishAt = (db: Database, rows: readonly LoadedEvent[], publishAt: number | null, now: number) =>
  db
    .update(events)
    .set({ publishAt, updatedAt: now })
    .where(and(eq(events.state, 'draft'), inList(events.id, idsOf(rows))))

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** All of them as they were loaded, or none: false where one was changed or deleted meanwhile. */
async function showEvents(
  db: Database,
  { now, platform }: { now: number; platform?: PlatformId | undefined },
  rows: readonly LoadedEvent[],
): Promise<boolean> {
  const coming = rows.filter(({ startsAt }) => startsAt > now)
  const [first] = coming
  if (!first) throw new AppError('StartIsOver')
  const open = coming.filter(({ visibility }) => visibility === 'public')
  // One fact for a series, however many dates it has.
  const facts: GameFact[] = [...Map.groupBy(open, ({ id, seriesId }) => seriesId ?? id).values()].flatMap(([earliest]) =>
    earliest ? [{ kind: 'event-nearby', eventId: earliest.id, version: earliest.version }] : [],
  )
  const isUp = areStill(coming.map((row) => ({ ...row, state: 'published' })))
  const { after } = await runBatch(db, {
    published: db
      .update(events)
      .set({ state: 'published', publishAt: null, updatedAt: now })
      .where(and(areStill(coming), inList(events.id, idsOf(coming)))),
    after: select({ isUp: asBoolean }, sql`SELECT ${isUp} AS isUp`),
    told: tellOfGames(facts, { now, platform }, isUp),
    indexed: indexEvents(open, isUp),
  })
  return after.rows[0]?.isUp === true
}

const shownAtOnce = 50
/** On a Saturday at nine much is due at once. What is more than this shows itself a minute later. */
const roundsAMinute = 20

/** Drafts whose time has come: for the minute's chore. */
export async function publishDue(db: Database, now: number): Promise<void> {
  for (let round = 0; round < roundsAMinute; round++) {
    const rows = await readAll(
      db,
      selectLoaded(db)
        // A draft that would have begun before anyone saw it stays a draft and waits for its host.
        .where(and(isNotNull(e.publishAt), lte(e.publishAt, now), eq(e.state, 'draft'), gt(e.startsAt, now)))
        .orderBy(asc(e.publishAt))
        .limit(shownAtOnce),
    )
    // What a host touches at this very moment shows itself a minute later.
    if (rows.length === 0 || !(await showEvents(db, { now }, rows))) return
  }
}
