import { and, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { maxOccurrences, type Repeat } from '../../domain/events/form-contract.ts'
import type { Times } from '../../domain/events/plan-times.ts'
import { mustHold } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import { insertEvents, insertSeries, maxUpcoming } from './create-event.ts'
import type { TimelessForm } from './form-columns.ts'
import type { ResolvedLocation } from './resolve-location.ts'
import { events } from './schema.ts'

type NewGames = {
  actorId: string
  /** It must not be public: this does not put games on maps or in searches. */
  form: Omit<TimelessForm, 'visibility'> & { visibility: 'team' }
  where: ResolvedLocation
  /** Null if the games do not repeat. */
  rule: Repeat | null
  dates: readonly Times[]
  /** A repeated request with the same key makes the same ids, and no second games. */
  key: string
  now: number
}

/**
 * Makes the statements that create published games for members of a community. Whoever plans a season is not in every game of it, so no host gets a seat. Games that repeat are series of up to `maxOccurrences` dates. Put them in
 * one batch: it creates all games, or none. `isNew` is true after them if this batch has created the games.
 */
export async function createGames(db: Database, { actorId, form, where, rule, dates, key, now }: NewGames) {
  const withIds = await Promise.all(
    dates.map(async ({ startsAt, endsAt }, index) => ({
      startsAt,
      endsAt,
      joinsAt: null,
      id: await deriveId(`game ${index}`, actorId, key),
    })),
  )
  const parts = Array.from({ length: Math.ceil(withIds.length / maxOccurrences) }, (_, index) =>
    withIds.slice(index * maxOccurrences, (index + 1) * maxOccurrences),
  )
  const series =
    rule === null ? [] : await Promise.all(parts.map(async (_, index) => ({ id: await deriveId(`games ${index}`, actorId, key), rule })))
  const ids = withIds.map(({ id }) => id)
  const isNew: SQL = sql`EXISTS (SELECT 1 FROM ${events}
    WHERE ${and(eq(events.id, ids[0] ?? ''), eq(events.creatorId, actorId), eq(events.version, 1), eq(events.createdAt, now))})`
  return {
    ids,
    isNew,
    statements: [
      ...series.map((each) => insertSeries(db, { ...each, creatorId: actorId, createdAt: now })),
      ...parts.map((part, index) =>
        insertEvents(
          db,
          { actorId, form, where, seriesId: series[index]?.id ?? null, state: 'published', hostPlays: false, publishAt: null, now },
          part,
        ),
      ),
      mustHold(gamesFit, sql`(SELECT count(*) FROM ${events} WHERE ${inList(events.id, ids)}) = ${ids.length}`),
    ],
  }
}

/** The name of the condition that all games were created. */
export const gamesFit = 'games-fit'

/** The reason why games could not be created, for a person who may create them. */
export const gamesFull = () => new AppError('UpcomingEventsFull', { values: { max: maxUpcoming } })
