import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { UndoneCopy } from '../../domain/seasons/copy-contract.ts'
import { judgeSeasonChange } from '../../domain/seasons/rules.ts'
import { people } from '../accounts/shared.ts'
import { deleteUntouched, selectUntouched } from '../events/copy-games.ts'
import { games } from '../events/shared.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { detailsOf, recordChangeIf } from '../teams/record-change.ts'
import { countPeople } from './count-people.ts'
import { deleteSubstituteRows } from './delete-substitutes.ts'
import { isOwnCopy, requireTeamOf } from './queries.ts'
import { seasonGroups, seasonGuests, seasonRegistrations, seasons, seasonTables, teamSessions } from './schema.ts'

/**
 * Undoes a copy for the person who made it. What somebody changed since stays and is named: a changed label, a changed or new group,
 * place or game. A group stays too if somebody in it stays, and the season if anything in it stays.
 */
export async function undoCopy(db: Database, clock: Clock, actor: Actor, seasonId: string): Promise<UndoneCopy> {
  const { now } = clock
  const teamId = await requireTeamOf(db, seasonId)
  const isSeason = eq(seasons.id, seasonId)
  const mayUndo = sql`(${canAct(actor, teamId, 'seasons.manage')} AND EXISTS (SELECT 1 FROM ${seasons} WHERE ${isSeason} AND ${isOwnCopy(actor, now)}))`
  const ofSession = eq(teamSessions.seasonId, seasonId)
  const copied = await readAll(
    db,
    db
      .select({ id: teamSessions.eventId })
      .from(teamSessions)
      .where(and(ofSession, eq(teamSessions.isCopied, true))),
  )
  const ids = copied.map(({ id }) => id)
  const isUntouched = and(ofSession, eq(teamSessions.isCopied, true), sql`${teamSessions.eventId} IN (${selectUntouched(ids)})`)
  const isEmpty = sql`NOT EXISTS (SELECT 1 FROM ${teamSessions} WHERE ${ofSession})
    AND NOT EXISTS (SELECT 1 FROM ${seasonRegistrations} WHERE ${seasonRegistrations.seasonId} = ${seasonId})
    AND NOT EXISTS (SELECT 1 FROM ${seasonGuests} WHERE ${seasonGuests.seasonId} = ${seasonId})
    AND NOT EXISTS (SELECT 1 FROM ${seasonGroups} WHERE ${seasonGroups.seasonId} = ${seasonId})`
  const isInNoSeason = sql`NOT EXISTS (SELECT 1 FROM ${teamSessions} WHERE ${teamSessions.eventId} = ${games.id})`
  const isStillThere = sql`EXISTS (SELECT 1 FROM ${seasons} WHERE ${isSeason})`
  const { facts, allowed, changedSeason, keptGroups, keptPeople, keptGames } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    allowed: db.select({ id: seasons.id }).from(seasons).where(and(isSeason, mayUndo)),
    recorded: recordChangeIf(
      clock,
      actor,
      teamId,
      { kind: 'copy-undone', details: detailsOf({ season: seasons.label }) },
      sql`FROM ${seasons} WHERE ${isSeason} AND ${mayUndo}`,
    ),
    substitutes: deleteSubstituteRows(db, sql`(SELECT ${teamSessions.eventId} FROM ${teamSessions} WHERE ${isUntouched})`, mayUndo),
    sessions: db.delete(teamSessions).where(and(isUntouched, mayUndo)),
    games: deleteUntouched(ids, sql`${isInNoSeason} AND ${mayUndo}`),
    people: db
      .delete(seasonRegistrations)
      .where(and(eq(seasonRegistrations.seasonId, seasonId), eq(seasonRegistrations.isCopied, true), mayUndo)),
    guests: db.delete(seasonGuests).where(and(eq(seasonGuests.seasonId, seasonId), eq(seasonGuests.isCopied, true), mayUndo)),
    groups: db
      .delete(seasonGroups)
      .where(
        and(
          eq(seasonGroups.seasonId, seasonId),
          eq(seasonGroups.isCopied, true),
          sql`${countPeople(seasonGroups.id)} = 0`,
          sql`NOT EXISTS (SELECT 1 FROM ${teamSessions} WHERE ${teamSessions.homeGroupId} = ${seasonGroups.id} OR ${teamSessions.awayGroupId} = ${seasonGroups.id})`,
          mayUndo,
        ),
      ),
    tables: db.delete(seasonTables).where(and(eq(seasonTables.seasonId, seasonId), mayUndo)),
    deleted: db.delete(seasons).where(and(isSeason, eq(seasons.version, 1), isEmpty, mayUndo)),
    changedSeason: db
      .select({ label: seasons.label })
      .from(seasons)
      .where(and(isSeason, sql`${seasons.version} > 1`, mayUndo)),
    keptGroups: db
      .select({ name: seasonGroups.name })
      .from(seasonGroups)
      .where(and(eq(seasonGroups.seasonId, seasonId), mayUndo)),
    keptPeople: db
      .select({ name: people.displayName })
      .from(seasonRegistrations)
      .innerJoin(people, eq(people.id, seasonRegistrations.userId))
      .where(and(eq(seasonRegistrations.seasonId, seasonId), isNotNull(people.displayName), mayUndo)),
    keptGames: db
      .select({ title: games.title })
      .from(games)
      .where(and(inArray(games.id, sql`(SELECT ${teamSessions.eventId} FROM ${teamSessions} WHERE ${ofSession})`), mayUndo)),
    // A second time, nothing of the copy is left to undo.
    ended: db
      .update(seasons)
      .set({ copiedFrom: null })
      .where(and(isSeason, mayUndo, isStillThere)),
  })
  const refusal = judgeSeasonChange(readFacts(actor, facts).actorRoles)
  if (refusal) throw refusal
  if (allowed.rows.length === 0) throw new AppError('CopyNotFound')
  return {
    kept: [
      ...changedSeason.rows.map(({ label }) => ({ kind: 'season' as const, name: label })),
      ...keptGroups.rows.map(({ name }) => ({ kind: 'group' as const, name })),
      ...keptPeople.rows.map(({ name }) => ({ kind: 'person' as const, name: name ?? '' })),
      ...keptGames.rows.map(({ title }) => ({ kind: 'game' as const, name: title })),
    ],
  }
}
