import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { FeedGame } from '../../domain/external-teams/expand-feed.ts'
import type { FeedFailure } from '../../domain/external-teams/failures.ts'
import { countFailure, type FeedTrouble, feedInterval } from '../../domain/external-teams/rules.ts'
import { notifyOf } from '../notifications/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { externalGames as games, externalTeams as teams } from './schema.ts'

/** A team whose calendar was loaded by the job `fetchId`. */
type Fetched = FeedTrouble & { id: string; fetchId: string }

const isStill = ({ id, fetchId }: Fetched) => and(eq(teams.id, id), eq(teams.fetchId, fetchId))

const noTrouble = { failure: null, failureCount: 0, failedSince: null, notifiedFailures: [] }

/** The calendar is the same as before. */
export async function saveUnchanged(db: Database, team: Fetched, now: number): Promise<void> {
  await write(
    db,
    db
      .update(teams)
      .set({ ...noTrouble, fetchId: null, triedAt: now, fetchedAt: now, nextFetchAt: now + feedInterval })
      .where(isStill(team)),
  )
}

type Loaded = {
  games: readonly FeedGame[]
  skipped: number
  isCut: boolean
  hash: string
  etag: string | null
  lastModified: string | null
}

/** Replaces all games of the team, in one batch. */
export async function saveGames(db: Database, team: Fetched, loaded: Loaded, now: number): Promise<void> {
  const isCurrent = sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${isStill(team)})`
  const field = (name: keyof FeedGame): SQL => sql`game.value->>${`$.${name}`}`
  await runBatch(db, {
    removed: db.delete(games).where(and(eq(games.externalTeamId, team.id), isCurrent)),
    added: insertSelect(
      games,
      {
        externalTeamId: teams.id,
        uid: field('uid'),
        occurrence: field('occurrence'),
        userId: teams.userId,
        title: field('title'),
        place: field('place'),
        startsAt: field('startsAt'),
        endsAt: field('endsAt'),
        firstDate: field('firstDate'),
        lastDate: field('lastDate'),
        isCancelled: field('isCancelled'),
        isBusy: field('isBusy'),
      },
      sql`FROM ${teams} CROSS JOIN json_each(${JSON.stringify(loaded.games)}) game WHERE ${isStill(team)} ON CONFLICT DO NOTHING`,
    ),
    saved: db
      .update(teams)
      .set({
        ...noTrouble,
        fetchId: null,
        triedAt: now,
        fetchedAt: now,
        expandedAt: now,
        nextFetchAt: now + feedInterval,
        contentHash: loaded.hash,
        etag: loaded.etag,
        lastModified: loaded.lastModified,
        skippedEntries: loaded.skipped,
        isCut: loaded.isCut,
      })
      .where(isStill(team)),
  })
}

/** The games that were loaded before stay. The owner is notified in the same batch, if there is something new to say. */
export async function saveFailure(db: Database, team: Fetched, failure: FeedFailure, now: number): Promise<void> {
  const { notice, ...outcome } = countFailure(team, failure, now)
  const { failedSince } = outcome
  const { id } = team
  const isCurrent = sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${isStill(team)})`
  const key = `${id}:${failedSince}`
  await runBatch(db, {
    notice:
      notice === 'stopped'
        ? notifyOf(
            { kind: 'external-team-stopped', externalTeamId: id, failedSince },
            { id: `external-team-stopped:${key}`, now },
            isCurrent,
          )
        : notice === 'failing'
          ? notifyOf(
              { kind: 'external-team-failing', externalTeamId: id, failure, failedSince },
              { id: `external-team-failing:${key}:${failure}`, now },
              isCurrent,
            )
          : [],
    saved: db
      .update(teams)
      .set({ ...outcome, failure, fetchId: null, triedAt: now })
      .where(isStill(team)),
  })
}
