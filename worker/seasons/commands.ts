import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { CreateSeason, Season } from '../../domain/seasons/contract.ts'
import { judgeSeason, judgeUnregistration } from '../../domain/seasons/rules.ts'
import { latestLocalDate } from '../../domain/time/clock.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { isOutOfTeam } from '../teams/members.ts'
import { recordChange } from '../teams/record-change.ts'
import { deleteSubstituteRows } from './delete-substitutes.ts'
import { requireTeamOf, seasonColumns } from './queries.ts'
import { recordUnregistration } from './record-change.ts'
import {
  resultChanges,
  seasonGroups,
  seasonGuests,
  seasonRegistrations,
  seasons,
  seasonTables,
  substituteAsks,
  substituteCalls,
  teamSessions,
} from './schema.ts'
import { hasRoom, selectPlanFull } from './season-limit.ts'

/** A repeated request with the same key creates no second season. */
export async function createSeason(
  db: Database,
  { now, newId }: Clock,
  actor: Actor,
  teamId: string,
  { label, startDate, endDate, idempotencyKey }: CreateSeason,
): Promise<Season> {
  const id = idempotencyKey === undefined ? newId() : await deriveId('season', teamId, actor.id, idempotencyKey)
  const row = { id, teamId, label, startsOn: startDate, endsOn: endDate, createdBy: actor.id, createdAt: now }
  const { facts, full, season } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    full: selectPlanFull(teamId, now),
    inserted: insertSelect(
      seasons,
      row,
      sql`WHERE ${canAct(actor, teamId, 'seasons.manage')} AND ${hasRoom(teamId, now)} ON CONFLICT DO NOTHING`,
    ),
    recorded: recordChange({ now, newId }, actor, teamId, { kind: 'season-created', details: { season: label } }),
    season: db
      .select(seasonColumns)
      .from(seasons)
      .where(and(eq(seasons.id, id), eq(seasons.teamId, teamId))),
  })
  const { actorRoles } = readFacts(actor, facts)
  const [created] = season.rows
  if (!created) throw judgeSeason(actorRoles, full.rows[0]?.isPlanFull === true) ?? new AppError('Conflict')
  return created
}

/** Organizers can unregister anyone. Members can unregister themselves, also after they have left the team. */
export async function unregister(db: Database, clock: Clock, actor: Actor, seasonId: string, userId: string): Promise<void> {
  const teamId = await requireTeamOf(db, seasonId)
  const isOwn = actor.id === userId
  const { facts, removed } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    recorded: isOwn ? [] : [recordUnregistration(clock, actor, { teamId, seasonId }, userId, canAct(actor, teamId, 'seasons.manage'))],
    removed: db
      .delete(seasonRegistrations)
      .where(
        and(
          eq(seasonRegistrations.seasonId, seasonId),
          eq(seasonRegistrations.userId, userId),
          isOwn ? undefined : canAct(actor, teamId, 'seasons.manage'),
        ),
      ),
  })
  if (removed.changes > 0) return
  throw judgeUnregistration(readFacts(actor, facts).actorRoles, isOwn)
}

const isOfTeam = (teamId: string): SQL =>
  inArray(seasonRegistrations.seasonId, sql`(SELECT ${seasons.id} FROM ${seasons} WHERE ${seasons.teamId} = ${teamId})`)

/**
 * Ends the registrations of a person who leaves a team. Seasons that are over stay in their history. Put it in the batch that removes
 * them.
 */
export const endRegistrations = (db: Database, { teamId, userId, now }: { teamId: string; userId: string; now: number }) =>
  db
    .delete(seasonRegistrations)
    .where(
      and(
        eq(seasonRegistrations.userId, userId),
        gte(seasonRegistrations.endsOn, latestLocalDate(now)),
        isOfTeam(teamId),
        isOutOfTeam(teamId, userId),
      ),
    )

/** Deletes seasons with everything in them. Their games stay. */
export const deleteSeasonRows = (db: Database, which: SQL, when: SQL) => {
  const found = sql`(SELECT ${seasons.id} FROM ${seasons} WHERE ${which})`
  const sessions = sql`(SELECT ${teamSessions.eventId} FROM ${teamSessions} WHERE ${teamSessions.seasonId} IN ${found})`
  return [
    db.delete(resultChanges).where(and(inArray(resultChanges.eventId, sessions), when)),
    ...deleteSubstituteRows(db, sessions, when),
    db.delete(teamSessions).where(and(inArray(teamSessions.seasonId, found), when)),
    db.delete(seasonTables).where(and(inArray(seasonTables.seasonId, found), when)),
    db.delete(seasonRegistrations).where(and(inArray(seasonRegistrations.seasonId, found), when)),
    db.delete(seasonGuests).where(and(inArray(seasonGuests.seasonId, found), when)),
    db.delete(seasonGroups).where(and(inArray(seasonGroups.seasonId, found), when)),
    db.delete(seasons).where(and(which, when)),
  ]
}

const selectSeasonIds = (teamId: string): SQL => sql`(SELECT ${seasons.id} FROM ${seasons} WHERE ${seasons.teamId} = ${teamId})`
const selectSessionIds = (teamId: string): SQL =>
  sql`(SELECT ${teamSessions.eventId} FROM ${teamSessions} WHERE ${teamSessions.seasonId} IN ${selectSeasonIds(teamId)})`

export const seasonRows: readonly TeamRows[] = [
  { table: resultChanges, isOf: (teamId) => inArray(resultChanges.eventId, selectSessionIds(teamId)) },
  { table: substituteAsks, isOf: (teamId) => inArray(substituteAsks.eventId, selectSessionIds(teamId)) },
  { table: substituteCalls, isOf: (teamId) => inArray(substituteCalls.eventId, selectSessionIds(teamId)) },
  { table: teamSessions, isOf: (teamId) => inArray(teamSessions.seasonId, selectSeasonIds(teamId)) },
  { table: seasonTables, isOf: (teamId) => inArray(seasonTables.seasonId, selectSeasonIds(teamId)) },
  { table: seasonRegistrations, isOf: isOfTeam },
  { table: seasonGuests, isOf: (teamId) => inArray(seasonGuests.seasonId, selectSeasonIds(teamId)) },
  { table: seasonGroups, isOf: (teamId) => inArray(seasonGroups.seasonId, selectSeasonIds(teamId)) },
  { table: seasons, isOf: (teamId) => eq(seasons.teamId, teamId) },
]
