import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { type CreateTeam, freePlan, maxOwnedTeams } from '../../domain/teams/contract.ts'
import { judgeCreation, judgeDeletion, judgeHandOver } from '../../domain/teams/rules.ts'
import { findCity } from '../cities/queries.ts'
import { runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, asNumber, orNull, select } from '../platform/row-query.ts'
import { deleteSeasons } from '../seasons/commands.ts'
import { deleteHourShares } from '../team-hours/commands.ts'
import { type Actor, canAct, countMembers, isMemberRow, isTeam, readFacts, refuseUnknownPerson, selectFacts } from './actor.ts'
import { findIndexedTeam, indexTeam, unindexTeam } from './index-team.ts'
import { guests, teamMembers, teams } from './schema.ts'

/** Creates a team that the actor owns and returns its id. A repeated request with the same key creates no second team. */
export async function createTeam(db: Database, { now, newId }: Clock, actorId: string, input: CreateTeam): Promise<string> {
  const { name, description, cityId, idempotencyKey } = input
  const city = cityId === undefined ? null : await findCity(db, cityId)
  if (cityId !== undefined && !city) throw new AppError('TeamCityUnknown')
  const id = idempotencyKey === undefined ? newId() : await deriveId('team', actorId, idempotencyKey)
  // Only a team that was just created can have no members, because the last person cannot leave a team.
  const hasNoMembers = sql`NOT EXISTS (SELECT 1 FROM ${teamMembers} WHERE ${teamMembers.teamId} = ${id})`
  const isNew = sql`${isTeam(id)} AND ${teams.creatorId} = ${actorId} AND ${hasNoMembers}`
  const place = {
    cityId: city?.id ?? null,
    cityName: city?.name ?? null,
    cityState: city?.state ?? null,
    lat: city?.lat ?? null,
    lng: city?.lng ?? null,
  }
  const { existing, inserted } = await runBatch(db, {
    existing: select(
      { isCreated: asBoolean, owns: asNumber },
      sql`SELECT EXISTS (SELECT 1 FROM ${teams} WHERE ${teams.id} = ${id}) AS isCreated, ${countOwned(actorId)} AS owns`,
    ),
    inserted: insertSelect(
      teams,
      { id, name, description, creatorId: actorId, plan: freePlan, createdAt: now, updatedAt: now, ...place },
      sql`WHERE ${countOwned(actorId)} < ${maxOwnedTeams} ON CONFLICT DO NOTHING`,
    ),
    indexed: indexTeam({ id, name, city }, sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${isNew})`),
    owned: insertSelect(
      teamMembers,
      { teamId: teams.id, userId: actorId, role: 'owner', joinedAt: now },
      sql`FROM ${teams} WHERE ${isNew}`,
    ),
    counted: countMembers(id),
  }).catch(refuseUnknownPerson(new AppError('SignInRequired')))
  const [before] = existing.rows
  if (inserted.changes === 0 && before?.isCreated === false) throw judgeCreation(before.owns) ?? new AppError('Conflict')
  return id
}

const countOwned = (userId: string): SQL =>
  sql`(SELECT count(*) FROM ${teamMembers} WHERE ${teamMembers.userId} = ${userId} AND ${teamMembers.role} = 'owner')`

/**
 * Makes a member the owner, and the owner an organizer. `from` is the owner that the actor saw: if two people hand over at the same
 * time, the second one gets an error. `from` is null for a team without an owner; only an admin can hand that over.
 */
export async function handOver(
  db: Database,
  actor: Actor,
  teamId: string,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  const owner = alias(teamMembers, 'owner')
  const m = alias(teamMembers, 'm')
  const ownerId = sql`(SELECT ${owner.userId} FROM ${teamMembers} ${owner} WHERE ${owner.teamId} = ${teamId} AND ${owner.role} = 'owner')`
  const { facts, state, handedOver } = await runBatch(db, {
    facts: selectFacts(actor, teamId, to),
    state: select(
      { ownerId: orNull(teamMembers.userId), targetOwns: asNumber },
      sql`SELECT ${ownerId} AS ownerId, ${countOwned(to)} AS targetOwns`,
    ),
    // One statement changes both rows, the old owner first, so that there are never two owners or none.
    handedOver: insertSelect(
      teamMembers,
      { teamId: m.teamId, userId: m.userId, role: sql`iif(${m.userId} = ${to}, 'owner', 'organizer')`, joinedAt: m.joinedAt },
      sql`FROM ${teamMembers} ${m}
        WHERE ${m.teamId} = ${teamId} AND ${m.userId} IN (${from}, ${to}) AND ${ownerId} IS ${from} AND ${from} IS NOT ${to}
          AND EXISTS (SELECT 1 FROM ${teamMembers} WHERE ${isMemberRow(teamId, to)})
          AND ${countOwned(to)} < ${maxOwnedTeams} AND ${canAct(actor, teamId, 'team.handOver')}
        ORDER BY ${m.userId} = ${to}
        ${onConflictUpdate(teamMembers, ['teamId', 'userId'], { role: excluded(teamMembers.role) })}`,
    ),
  })
  if (handedOver.changes > 0) return
  const { ownerId: current = null, targetOwns = 0 } = state.rows[0] ?? {}
  throw judgeHandOver({ ...readFacts(actor, facts), ownerId: current, targetOwns, from, to }) ?? new AppError('Conflict')
}

/** Deletes a team and removes all members. Its row is kept, because past games and seasons still show its name. */
export async function deleteTeam(db: Database, { now }: Clock, actor: Actor, teamId: string): Promise<void> {
  const isDeleted = sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${and(eq(teams.id, teamId), isNotNull(teams.deletedAt))})`
  const indexed = await findIndexedTeam(db, teamId)
  const { facts, deleted } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    deleted: db
      .update(teams)
      .set({ deletedAt: now, updatedAt: now })
      .where(and(isTeam(teamId), eq(teams.plan, freePlan), canAct(actor, teamId, 'team.delete'))),
    guestsDeleted: db.delete(guests).where(and(eq(guests.teamId, teamId), isDeleted)),
    hourSharesDeleted: deleteHourShares(db, teamId, isDeleted),
    seasonsDeleted: deleteSeasons(db, teamId, isDeleted),
    membersDeleted: db.delete(teamMembers).where(and(eq(teamMembers.teamId, teamId), isDeleted)),
    counted: countMembers(teamId),
    unindexed: indexed ? unindexTeam(indexed, isDeleted) : [],
  })
  if (deleted.changes > 0) return
  const { actorRoles, plan } = readFacts(actor, facts)
  throw judgeDeletion(actorRoles, plan) ?? new AppError('Conflict')
}
