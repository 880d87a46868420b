import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { sessionNotFound } from '../../domain/seasons/result-rules.ts'
import { maxSessions, type SessionForm } from '../../domain/seasons/results-contract.ts'
import { judgeSeasonChange, judgeSession, seasonNotFound } from '../../domain/seasons/rules.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { isVisibleTo } from '../events/acting.ts'
import { game, games } from '../events/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { deleteSubstituteRows } from './delete-substitutes.ts'
import { requireTeamOf, seasonColumns } from './queries.ts'
import { recordResultChange } from './record-change.ts'
import { resultChanges, seasonGroups, seasons, teamSessions } from './schema.ts'
import { touchResults } from './table.ts'

/** Puts a game of the community in a season, or changes its sides as long as it has no result. */
export async function putSession(
  db: Database,
  actor: Actor,
  { seasonId, eventId }: { seasonId: string; eventId: string },
  { homeGroupId, awayGroupId }: SessionForm,
): Promise<void> {
  const teamId = await requireTeamOf(db, seasonId)
  const { visible, season } = await runBatch(db, {
    visible: db
      .select({ startsAt: game.startsAt, timeZone: game.timeZone, state: game.state })
      .from(game)
      .where(and(eq(game.id, eventId), eq(game.teamId, teamId), isVisibleTo(actor.id))),
    season: db.select(seasonColumns).from(seasons).where(eq(seasons.id, seasonId)),
  })
  const [found = null] = visible.rows
  const [row] = season.rows
  if (!row) throw seasonNotFound()
  const groupIds = homeGroupId === null || awayGroupId === null ? [] : [homeGroupId, awayGroupId]
  const knownGroups = sql`(SELECT count(*) FROM ${seasonGroups}
    WHERE ${seasonGroups.seasonId} = ${seasonId} AND ${seasonGroups.id} IN (${homeGroupId}, ${awayGroupId}))`
  const localDate = found ? instantToLocal(found.startsAt, found.timeZone).date : ''
  const session = sql`SELECT 1 FROM ${teamSessions} WHERE ${teamSessions.eventId} = ${eventId}`
  const isElsewhere = sql`EXISTS (${session} AND ${teamSessions.seasonId} <> ${seasonId})`
  const hasResult = sql`EXISTS (${session} AND ${teamSessions.homeScore} IS NOT NULL)`
  const isFull = sql`((SELECT count(*) FROM ${teamSessions} WHERE ${teamSessions.seasonId} = ${seasonId}) >= ${maxSessions} AND NOT EXISTS (${session}))`
  const mayPut = sql`${canAct(actor, teamId, 'seasons.manage')} AND ${knownGroups} = ${groupIds.length}
    AND NOT ${isElsewhere} AND NOT ${hasResult} AND NOT ${isFull}`

  const facts = selectFacts(actor, teamId)
  const state = select(
    { knownGroups: asNumber, isElsewhere: asBoolean, hasResult: asBoolean, isFull: asBoolean },
    sql`SELECT ${knownGroups} AS knownGroups, ${isElsewhere} AS isElsewhere, ${hasResult} AS hasResult, ${isFull} AS isFull`,
  )
  const outcome = await runBatch(db, {
    facts,
    state,
    touched: touchResults(seasonId, mayPut),
    put: insertSelect(
      teamSessions,
      { eventId: games.id, seasonId, homeGroupId, awayGroupId },
      sql`FROM ${games} WHERE ${games.id} = ${eventId} AND ${games.teamId} = ${teamId} AND ${games.state} = 'published'
        AND ${localDate} BETWEEN ${row.startDate} AND ${row.endDate} AND ${mayPut}
        ${onConflictUpdate(teamSessions, ['eventId'], {
          homeGroupId: excluded(teamSessions.homeGroupId),
          awayGroupId: excluded(teamSessions.awayGroupId),
          isCopied: false,
        })}`,
    ),
  })
  if (outcome.put.changes > 0) return
  const [before] = outcome.state.rows
  throw (
    judgeSession(readFacts(actor, outcome.facts).actorRoles, {
      game: found ? { isPublished: found.state === 'published', localDate } : null,
      season: row,
      knowsGroups: before?.knownGroups === groupIds.length,
      isElsewhere: before?.isElsewhere === true,
      hasResult: before?.hasResult === true,
      isFull: before?.isFull === true,
    }) ?? new AppError('Conflict')
  )
}

/** Takes a game out of a season, with its result. The game itself stays. */
export async function removeSession(
  db: Database,
  clock: Clock,
  actor: Actor,
  { seasonId, eventId }: { seasonId: string; eventId: string },
): Promise<void> {
  const teamId = await requireTeamOf(db, seasonId)
  const isSession = and(eq(teamSessions.eventId, eventId), eq(teamSessions.seasonId, seasonId))
  const mayRemove = sql`${canAct(actor, teamId, 'seasons.manage')} AND EXISTS (SELECT 1 FROM ${teamSessions} WHERE ${isSession})`
  const { facts, removed } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    recorded: recordResultChange(
      clock,
      actor,
      { teamId, seasonId },
      { kind: 'result-deleted' },
      sql`${isSession} AND ${teamSessions.homeScore} IS NOT NULL AND ${mayRemove}`,
    ),
    touched: touchResults(seasonId, mayRemove),
    changes: db.delete(resultChanges).where(and(eq(resultChanges.eventId, eventId), mayRemove)),
    substitutes: deleteSubstituteRows(db, sql`(SELECT ${teamSessions.eventId} FROM ${teamSessions} WHERE ${isSession})`, mayRemove),
    removed: db.delete(teamSessions).where(and(isSession, mayRemove)),
  })
  if (removed.changes > 0) return
  throw judgeSeasonChange(readFacts(actor, facts).actorRoles) ?? sessionNotFound()
}
