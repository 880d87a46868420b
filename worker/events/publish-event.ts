import { and, asc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { PublishChoice, Scope } from '../../domain/events/form-contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { readAll, runBatch, write } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { readPublishAt } from './create-event.ts'
import { indexEvents } from './index-events.ts'
import { areUnchanged, type LoadedEvent, loadScope, selectLoaded } from './load-scope.ts'
import { type GameFact, notifyAboutGames } from './notify-about-games.ts'
import { events } from './schema.ts'
import { seatHosts } from './seat-hosts.ts'
import { e } from './tables.ts'
import { hasFollowers } from './tell-of-free-seats.ts'

/** Publishes a draft now, schedules it, or makes a scheduled draft a plain draft again. */
export async function publishEvent(
  db: Database,
  { now, platform }: CommandContext,
  hostId: string,
  eventId: string,
  publish: PublishChoice,
  scope: Scope,
): Promise<void> {
  const rows = (await loadScope(db, hostId, eventId, scope, now)).filter(({ state }) => state === 'draft')
  const [first] = rows
  if (!first) throw new AppError('AlreadyPublished')
  if (publish.when !== 'now') {
    await write(db, setPublishAt(db, rows, readPublishAt(publish, now, rows), now))
    return
  }
  if (!(await publishLoaded(db, { now, platform }, rows))) throw new AppError('EventVersionConflict')
}

const setPublishAt = (db: Database, rows: readonly LoadedEvent[], publishAt: number | null, now: number) =>
  db
    .update(events)
    .set({ publishAt, updatedAt: now })
    .where(and(eq(events.state, 'draft'), inList(events.id, idsOf(rows))))

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Publishes all of these events, or none. Returns false if one of them was changed or deleted since it was loaded. */
async function publishLoaded(
  db: Database,
  { now, platform }: { now: number; platform?: PlatformId | undefined },
  rows: readonly LoadedEvent[],
): Promise<boolean> {
  const upcoming = rows.filter(({ startsAt }) => startsAt > now)
  const [first] = upcoming
  if (!first) throw new AppError('StartInPast')
  const publicEvents = upcoming.filter(({ visibility }) => visibility === 'public')
  // One fact is enough for a series: its notice covers all dates.
  const facts: GameFact[] = [...Map.groupBy(publicEvents, ({ id, seriesId }) => seriesId ?? id).values()].flatMap(([firstOfSeries]) =>
    firstOfSeries ? [{ kind: 'event-nearby', eventId: firstOfSeries.id, version: firstOfSeries.version }] : [],
  )
  const newDates = [...Map.groupBy(upcoming, ({ seriesId }) => seriesId)].flatMap(([seriesId, dates]) =>
    seriesId !== null && dates[0]
      ? [{ seriesId, fact: { kind: 'series-dates-added', eventId: dates[0].id, dates: dates.length } as const }]
      : [],
  )
  const arePublished = areUnchanged(upcoming.map((row) => ({ ...row, state: 'published' })))
  const { after } = await runBatch(db, {
    published: db
      .update(events)
      .set({ state: 'published', publishAt: null, updatedAt: now })
      .where(and(areUnchanged(upcoming), inList(events.id, idsOf(upcoming)))),
    seated: seatHosts(idsOf(upcoming), now, arePublished),
    after: select({ arePublished: asBoolean }, sql`SELECT ${arePublished} AS arePublished`),
    notified: notifyAboutGames(facts, { now, platform }, arePublished),
    followersNotified: newDates.map(({ seriesId, fact }) =>
      notifyAboutGames([fact], { now, platform }, sql`${arePublished} AND ${hasFollowers(seriesId)}`),
    ),
    indexed: indexEvents(publicEvents, arePublished),
  })
  return after.rows[0]?.arePublished === true
}

const maxPublishedPerRound = 50
/** On Saturday at nine many drafts are due at once. If there are more than fit into these rounds, the next minute publishes them. */
const maxRoundsPerMinute = 20

/** Runs every minute: publishes scheduled drafts whose time has come. */
export async function publishDue(db: Database, now: number): Promise<void> {
  for (let round = 0; round < maxRoundsPerMinute; round++) {
    const rows = await readAll(
      db,
      selectLoaded(db)
        // A draft whose start has already passed stays a draft. Its host decides what to do with it.
        .where(and(isNotNull(e.publishAt), lte(e.publishAt, now), eq(e.state, 'draft'), gt(e.startsAt, now)))
        .orderBy(asc(e.publishAt))
        .limit(maxPublishedPerRound),
    )
    // If a host changes one of them at this moment, the next minute tries again.
    if (rows.length === 0 || !(await publishLoaded(db, { now }, rows))) return
  }
}
