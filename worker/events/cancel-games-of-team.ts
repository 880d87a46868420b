import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { PlatformId } from '../../domain/platforms.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { readAll, readFirst } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import type { JobContext } from '../platform/job-context.ts'
import { communities } from '../teams/shared.ts'
import { cancelGames } from './cancel-event.ts'
import { selectLoaded } from './load-scope.ts'
import { events } from './schema.ts'
import { e } from './tables.ts'

const maxCancelledAtOnce = 25

/**
 * Cancels the upcoming games of a team that was deleted, and notifies their players. One job cancels some of them and leaves the rest to the
 * next one. A job that is delivered twice finds that its games are cancelled already.
 */
export async function cancelGamesOfTeam(
  { teamId, deletedAt, platform }: { teamId: string; deletedAt: number; platform?: PlatformId | undefined },
  { db, now }: Pick<JobContext, 'db' | 'now'>,
): Promise<void> {
  const team = await readFirst(db, db.select({ deletedAt: communities.deletedAt }).from(communities).where(eq(communities.id, teamId)))
  if (team?.deletedAt !== deletedAt) return
  const rows = await readAll(
    db,
    selectLoaded(db)
      .where(and(eq(e.teamId, teamId), eq(e.state, 'published'), gt(e.startsAt, now)))
      .orderBy(asc(e.startsAt), asc(e.id))
      .limit(maxCancelledAtOnce),
  )
  const last = rows.at(-1)
  if (!last) return
  const next =
    rows.length < maxCancelledAtOnce
      ? []
      : [
          putInOutbox(
            'work',
            [
              {
                id: `cancel-team-games:${teamId}:${deletedAt}:${last.id}`,
                body: { kind: 'cancel-team-games', teamId, deletedAt, platform },
              },
            ],
            { now },
          ),
        ]
  await cancelGames(db, { now, platform }, rows, 'The community was deleted.', next)
}

/** The team has games that `cancelGamesOfTeam` would cancel. */
export const hasUpcomingGames = (teamId: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${events} WHERE ${events.teamId} = ${teamId} AND ${events.startsAt} > ${now} AND ${events.state} = 'published')`

/** Makes scheduled drafts of a team plain drafts, so that no game appears after the team was deleted. */
export const unscheduleDrafts = (teamId: string, when: SQL): SQL =>
  sql`UPDATE ${events} SET ${columnNames(events.publishAt)} = NULL
    WHERE ${events.teamId} = ${teamId} AND ${events.state} = 'draft' AND ${events.publishAt} IS NOT NULL AND ${when}`
