import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { SeasonTable } from '../../domain/seasons/contract.ts'
import { seasonNotFound } from '../../domain/seasons/rules.ts'
import { findMeetings, makeTable } from '../../domain/seasons/standings.ts'
import { canAny } from '../../domain/teams/rules.ts'
import { games } from '../events/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { columnNames, excluded, insertSelect, onConflictUpdate, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { type Actor, readFacts, selectFacts } from '../teams/actor.ts'
import { requireTeamOf } from './queries.ts'
import { type StoredRow, seasonGroups, seasons, seasonTables, teamSessions } from './schema.ts'

/** Put it in each batch that changes what the table of a season depends on. `when` is true if the batch changed something. */
export const touchResults = (seasonId: string, when: SQL): SQL =>
  updateSet(
    seasons,
    { resultsVersion: sql`${columnNames(seasons.resultsVersion)} + 1` },
    sql`WHERE ${seasons.id} = ${seasonId} AND ${when}`,
  )

const isMatchOf = (seasonId: string): SQL => sql`${teamSessions.seasonId} = ${seasonId} AND ${teamSessions.homeGroupId} IS NOT NULL`

/** Whether every match of the season has a result that counts, and there is at least one. Cancelled games need none. */
const selectIsOver = (seasonId: string) =>
  select(
    { isOver: asBoolean },
    sql`SELECT EXISTS (SELECT 1 FROM ${teamSessions} WHERE ${isMatchOf(seasonId)}) AND NOT EXISTS (
        SELECT 1 FROM ${teamSessions} JOIN ${games} ON ${games.id} = ${teamSessions.eventId}
        WHERE ${isMatchOf(seasonId)} AND (${teamSessions.homeScore} IS NULL OR ${teamSessions.disputedSide} IS NOT NULL)
          AND ${games.state} <> 'cancelled') AS isOver`,
  )

const selectResults = (db: Database, seasonId: string) =>
  db
    .select({
      home: teamSessions.homeGroupId,
      away: teamSessions.awayGroupId,
      homeScore: teamSessions.homeScore,
      awayScore: teamSessions.awayScore,
      forfeitSide: teamSessions.forfeitSide,
      startsAt: games.startsAt,
      timeZone: games.timeZone,
    })
    .from(teamSessions)
    .innerJoin(games, eq(games.id, teamSessions.eventId))
    .where(and(eq(teamSessions.seasonId, seasonId), isNotNull(teamSessions.homeScore), isNull(teamSessions.disputedSide)))

/** Reads the table for the people of the team. It is stored, because a season can have hundreds of results. */
export async function readTable(db: Database, actor: Actor, seasonId: string): Promise<SeasonTable> {
  const teamId = await requireTeamOf(db, seasonId)
  const { facts, season, stored, groups, over } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    season: db.select({ version: seasons.resultsVersion }).from(seasons).where(eq(seasons.id, seasonId)),
    stored: db.select().from(seasonTables).where(eq(seasonTables.seasonId, seasonId)),
    groups: db
      .select({ id: seasonGroups.id, name: seasonGroups.name, lot: seasonGroups.lot })
      .from(seasonGroups)
      .where(eq(seasonGroups.seasonId, seasonId))
      .orderBy(asc(seasonGroups.nameKey)),
    over: selectIsOver(seasonId),
  })
  const [current] = season.rows
  if (!current || !canAny(readFacts(actor, facts).actorRoles, 'seasons.view')) throw seasonNotFound()
  const [isOver] = over.rows.map((row) => row.isOver)
  const [table] = stored.rows
  const isCurrent = table?.version === current.version && table.isOver === isOver
  const rows = isCurrent
    ? table.rows
    : await computeTable(db, { seasonId, version: current.version, isOver: isOver === true, groups: groups.rows })
  const names = new Map(groups.rows.map(({ id, name }) => [id, name]))
  return { rows: rows.map((row) => ({ meetings: [], ...row, name: names.get(row.id) ?? '' })), isOver: isOver === true }
}

type Basis = { seasonId: string; version: number; isOver: boolean; groups: readonly { id: string; lot: number }[] }

/**
 * Stores the table under the version that was read before its results, so that a change in between makes it out of date. Throws if the
 * season was deleted in the meantime.
 */
async function computeTable(db: Database, { seasonId, version, isOver, groups }: Basis): Promise<StoredRow[]> {
  const { results } = await runBatch(db, { results: selectResults(db, seasonId) })
  const counted = results.rows.flatMap(({ home, away, homeScore, awayScore, ...rest }) =>
    home === null || away === null || homeScore === null || awayScore === null ? [] : [{ home, away, homeScore, awayScore, ...rest }],
  )
  const rows = makeTable(groups, counted, { isOver }).map((row) => ({ ...row, meetings: findMeetings(row, counted) }))
  const { stored } = await runBatch(db, {
    stored: insertSelect(
      seasonTables,
      { seasonId: seasons.id, version, isOver, rows },
      sql`FROM ${seasons} WHERE ${seasons.id} = ${seasonId} ${onConflictUpdate(seasonTables, ['seasonId'], {
        version: excluded(seasonTables.version),
        isOver: excluded(seasonTables.isOver),
        rows: excluded(seasonTables.rows),
      })}`,
    ),
  })
  if (stored.changes === 0) throw seasonNotFound()
  return rows
}
