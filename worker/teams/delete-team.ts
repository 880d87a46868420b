import { and, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { rookiePlan } from '../../domain/payments/plans.ts'
import { type DeletedTeam, maxOwnedTeams, teamRestoreDuration } from '../../domain/teams/contract.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { people } from '../accounts/shared.ts'
import { closePagesOfTeam } from '../dues/queue-settling.ts'
import { hasUpcomingGames, unscheduleDrafts } from '../events/cancel-games-of-team.ts'
import { closeFormPagesOfTeam } from '../forms/queue-form-settling.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { queueEndsOfTeam } from '../memberships/queue-ends.ts'
import { queueEndOfPlans } from '../payments/end-plans.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { columnNames } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock, CommandContext } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { deleteJoining } from '../team-joining/end-joining.ts'
import { type Actor, asPerson, canAct, countMembers, isMemberRow, isTeam, readFacts, selectFacts } from './actor.ts'
import { endAllMemberships } from './end-membership.ts'
import { countOwned } from './hand-over.ts'
import { findIndexedTeam, indexTeam, unindexTeam } from './index-team.ts'
import { recordChange } from './record-change.ts'
import { deletedTeamMembers, teamHandOvers, teamMembers, teams } from './schema.ts'

const other = alias(deletedTeamMembers, 'other')
const { teamId: _, ...otherColumns } = getTableColumns(deletedTeamMembers)
const memberColumns = columnNames(deletedTeamMembers.teamId, ...Object.values(otherColumns))

const isOfDeletedTeam = (teamId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${and(eq(teams.id, teamId), isNotNull(teams.deletedAt))})`

const isOfTeamDeletedAt = (teamId: string, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${and(eq(teams.id, teamId), eq(teams.deletedAt, now))})`

/**
 * Deletes a team: nobody can find or open it any longer, and jobs cancel its upcoming games and end its plan. Its owner can bring it back
 * for 30 days, so its members wait in a table of their own, and everything else stays as it is. `typedName` is the name that the owner
 * typed to confirm.
 */
export async function deleteTeam(db: Database, context: CommandContext, actor: Actor, teamId: string, typedName?: string): Promise<void> {
  const { now, newId, platform } = context
  const indexed = await findIndexedTeam(db, teamId)
  const isDeleted = isOfDeletedTeam(teamId)
  const isNamed = typedName === undefined ? sql`1` : eq(teams.name, typedName)
  const { facts, deleted } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    // What was read for the index must still be current.
    deleted: db
      .update(teams)
      .set({
        ...{ deletedAt: now, purgeAt: now + teamRestoreDuration, updatedAt: now, version: sql`${teams.version} + 1` },
        ...{ plan: rookiePlan.item, maxMembers: rookiePlan.maxMembers },
      })
      .where(and(isTeam(teamId), eq(teams.version, indexed?.version ?? 0), isNamed, canAct(actor, teamId, 'team.delete'))),
    recorded: recordChange(context, actor, teamId, { kind: 'deleted' }),
    gamesCancelled: putInOutbox(
      'work',
      [{ id: `cancel-team-games:${newId()}`, body: { kind: 'cancel-team-games', teamId, deletedAt: now, platform } }],
      { now, when: sql`changes() > 0 AND ${hasUpcomingGames(teamId, now)}` },
    ),
    plansEnded: queueEndOfPlans({ kind: 'team', id: teamId }, now, isOfTeamDeletedAt(teamId, now)),
    membershipsEnded: queueEndsOfTeam(teamId, now, isOfTeamDeletedAt(teamId, now)),
    duePagesClosed: closePagesOfTeam(teamId, now, isOfTeamDeletedAt(teamId, now)),
    formPagesClosed: closeFormPagesOfTeam(teamId, now, isOfTeamDeletedAt(teamId, now)),
    draftsUnscheduled: unscheduleDrafts(teamId, isDeleted),
    membersMoved: sql`INSERT INTO ${deletedTeamMembers} (${memberColumns}) SELECT ${memberColumns} FROM ${teamMembers}
      WHERE ${teamMembers.teamId} = ${teamId} AND ${isDeleted} ON CONFLICT DO NOTHING`,
    ...endAllMemberships(db, teamId, isDeleted, now),
    joiningEnded: deleteJoining(teamId, isDeleted),
    handOversDeleted: db.delete(teamHandOvers).where(and(eq(teamHandOvers.teamId, teamId), isDeleted)),
    counted: countMembers(teamId),
    unindexed: indexed ? unindexTeam(indexed, isDeleted) : [],
  })
  if (deleted.changes > 0) return
  const { actorRoles } = readFacts(actor, facts)
  throw (
    judgeRight(actorRoles, 'team.delete') ??
    (typedName !== undefined && indexed?.name !== typedName ? new AppError('TeamNameWrong', { field: 'name' }) : new AppError('Conflict'))
  )
}

/**
 * Brings a deleted team back, with all members who still have an account. Games that were cancelled stay cancelled, and it has the free plan. Doing it again changes
 * nothing.
 */
export async function bringTeamBack(db: Database, clock: Clock, ownerId: string, teamId: string): Promise<void> {
  const { now } = clock
  const indexed = await findIndexedTeam(db, teamId, { isDeleted: true })
  const wasOwner = sql`EXISTS (SELECT 1 FROM ${deletedTeamMembers} WHERE ${deletedTeamMembers.teamId} = ${teamId}
    AND ${deletedTeamMembers.userId} = ${ownerId} AND ${deletedTeamMembers.role} = 'owner')`
  const mayReturn = sql`${teams.id} = ${teamId} AND ${teams.purgeAt} > ${now} AND ${wasOwner}`
  const isBack = sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${isTeam(teamId)})`
  const { state, restored } = await runBatch(db, {
    state: select(
      { isOwner: asBoolean, mayReturn: asBoolean, owns: asNumber },
      sql`SELECT EXISTS (SELECT 1 FROM ${teamMembers} WHERE ${isMemberRow(teamId, ownerId)} AND ${teamMembers.role} = 'owner') AS isOwner,
        EXISTS (SELECT 1 FROM ${teams} WHERE ${mayReturn}) AS mayReturn, ${countOwned(ownerId)} AS owns`,
    ),
    restored: db
      .update(teams)
      .set({ deletedAt: null, purgeAt: null, updatedAt: now, version: sql`${teams.version} + 1` })
      .where(and(mayReturn, eq(teams.version, indexed?.version ?? 0), sql`${countOwned(ownerId)} < ${maxOwnedTeams}`)),
    recorded: recordChange(clock, asPerson(ownerId), teamId, { kind: 'brought-back' }),
    // An empty `deleted_team_members` means that the team is back already, so each statement runs once.
    indexed: indexed ? indexTeam(indexed, sql`${isBack} AND ${wasOwner}`) : [],
    membersMoved: sql`INSERT INTO ${teamMembers} (${memberColumns}) SELECT ${memberColumns} FROM ${deletedTeamMembers}
      WHERE ${deletedTeamMembers.teamId} = ${teamId} AND ${isBack}
        AND EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${deletedTeamMembers.userId} AND ${people.deletedAt} IS NULL)
      ON CONFLICT DO NOTHING`,
    membersDeleted: db.delete(deletedTeamMembers).where(and(eq(deletedTeamMembers.teamId, teamId), isBack)),
    counted: countMembers(teamId),
  })
  if (restored.changes > 0) return
  const [before] = state.rows
  if (before?.isOwner) return
  if (!before?.mayReturn) throw new AppError('TeamNotFound')
  throw before.owns >= maxOwnedTeams ? new AppError('OwnedTeamsFull', { values: { max: maxOwnedTeams } }) : new AppError('Conflict')
}

/** Lists the deleted teams that this person owned and can bring back, the one with the fewest days left first. */
export const listDeletedTeams = (db: Database, userId: string, now: number): Promise<DeletedTeam[]> =>
  readAll(
    db,
    select(
      { id: teams.id, name: teams.name, photoKey: teams.photoKey, deletedAt: asNumber, purgeAt: asNumber, members: asNumber },
      sql`SELECT ${teams.id} AS id, ${teams.name} AS name, ${teams.photoKey} AS "photoKey", ${teams.deletedAt} AS deletedAt, ${teams.purgeAt} AS purgeAt,
          (SELECT count(*) FROM ${deletedTeamMembers} ${other} WHERE ${other.teamId} = ${teams.id}) AS members
        FROM ${deletedTeamMembers} CROSS JOIN ${teams} ON ${teams.id} = ${deletedTeamMembers.teamId} AND ${teams.purgeAt} > ${now}
        WHERE ${deletedTeamMembers.userId} = ${userId} AND ${deletedTeamMembers.role} = 'owner'
        ORDER BY ${teams.purgeAt}, ${teams.id} LIMIT ${maxOwnedTeams}`,
    ),
  )
