import { and, eq, not, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { ChangeSeason, Season } from '../../domain/seasons/contract.ts'
import { isInSeason, judgeSeasonChange, seasonNotFound } from '../../domain/seasons/rules.ts'
import { latestLocalDate } from '../../domain/time/clock.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { games } from '../events/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { detailsOf, recordChange, recordChangeIf } from '../teams/record-change.ts'
import { deleteSeasonRows } from './commands.ts'
import { requireTeamOf, seasonColumns } from './queries.ts'
import { seasonGuests, seasonRegistrations, seasons, teamSessions } from './schema.ts'
import { isPlanFull, selectPlanFull } from './season-limit.ts'

/**
 * Changes the label and the dates of a season, if all of its games are still in it. A season that was over and is not any more needs
 * room in the plan of its team, as a new one does.
 */
export async function changeSeason(
  db: Database,
  clock: Clock,
  actor: Actor,
  seasonId: string,
  { label, startDate, endDate, version }: ChangeSeason,
): Promise<Season> {
  const teamId = await requireTeamOf(db, seasonId)
  const { facts, season, sessions } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    season: db
      .select({ version: seasons.version, resultsVersion: seasons.resultsVersion, endsOn: seasons.endsOn })
      .from(seasons)
      .where(eq(seasons.id, seasonId)),
    sessions: db
      .select({ startsAt: games.startsAt, timeZone: games.timeZone })
      .from(teamSessions)
      .innerJoin(games, eq(games.id, teamSessions.eventId))
      .where(eq(teamSessions.seasonId, seasonId)),
  })
  const [current] = season.rows
  const refusal = judgeSeasonChange(readFacts(actor, facts).actorRoles)
  if (refusal || !current) throw refusal ?? seasonNotFound()
  if (current.version !== version) throw new AppError('SeasonVersionConflict')
  const hasGameOutside = sessions.rows.some(
    ({ startsAt, timeZone }) => !isInSeason(instantToLocal(startsAt, timeZone).date, { startDate, endDate }),
  )
  if (hasGameOutside) throw new AppError('SeasonLeavesGamesOut', { field: 'endDate' })
  const storedEnd = sql`(SELECT ${seasons.endsOn} FROM ${seasons} WHERE ${seasons.id} = ${seasonId})`
  const today = latestLocalDate(clock.now)
  const comesBack = current.endsOn < today && endDate >= today
  const { full, changed, after } = await runBatch(db, {
    full: selectPlanFull(teamId, clock.now),
    changed: db
      .update(seasons)
      .set({ label, startsOn: startDate, endsOn: endDate, version: version + 1 })
      .where(
        and(
          eq(seasons.id, seasonId),
          eq(seasons.version, version),
          // Each game that is put in the season changes this number.
          eq(seasons.resultsVersion, current.resultsVersion),
          canAct(actor, teamId, 'seasons.manage'),
          comesBack ? not(isPlanFull(teamId, clock.now)) : undefined,
        ),
      ),
    recorded: recordChange(clock, actor, teamId, { kind: 'season-edited', details: { season: label } }),
    registrations: [seasonRegistrations, seasonGuests].map((table) =>
      updateSet(table, { endsOn: storedEnd }, sql`WHERE ${table.seasonId} = ${seasonId} AND ${table.endsOn} <> ${storedEnd}`),
    ),
    after: db.select(seasonColumns).from(seasons).where(eq(seasons.id, seasonId)),
  })
  const [stored] = after.rows
  if (changed.changes === 0 && comesBack && full.rows[0]?.isPlanFull) throw new AppError('SeasonNeedsPlan')
  if (changed.changes === 0 || !stored) throw new AppError('SeasonVersionConflict')
  return stored
}

/** Deletes a season with its groups, registrations and results. Its games stay. */
export async function deleteSeason(db: Database, clock: Clock, actor: Actor, seasonId: string): Promise<void> {
  const teamId = await requireTeamOf(db, seasonId)
  const mayDelete = canAct(actor, teamId, 'seasons.manage')
  const results = sql`(SELECT count(*) FROM ${teamSessions} WHERE ${teamSessions.seasonId} = ${seasonId} AND ${teamSessions.homeScore} IS NOT NULL)`
  const { facts } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    recorded: recordChangeIf(
      clock,
      actor,
      teamId,
      { kind: 'season-deleted', details: detailsOf({ season: seasons.label, results }) },
      sql`FROM ${seasons} WHERE ${seasons.id} = ${seasonId} AND ${mayDelete}`,
    ),
    deleted: deleteSeasonRows(db, eq(seasons.id, seasonId), mayDelete),
  })
  const refusal = judgeSeasonChange(readFacts(actor, facts).actorRoles)
  if (refusal) throw refusal
}
