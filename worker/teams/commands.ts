import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type CreateTeam, freePlan, maxOwnedTeams } from '../../domain/teams/contract.ts'
import { judgeCreation, judgeDeletion } from '../../domain/teams/rules.ts'
import { findCity } from '../cities/queries.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { deleteRoster } from '../roster/delete-details.ts'
import { deleteSeasons } from '../seasons/commands.ts'
import { deleteHourShares } from '../team-hours/commands.ts'
import { deleteTopics } from '../team-topics/commands.ts'
import { type Actor, canAct, countMembers, isTeam, readFacts, refuseUnknownPerson, selectFacts } from './actor.ts'
import { countOwned } from './hand-over.ts'
import { findIndexedTeam, indexTeam, unindexTeam } from './index-team.ts'
import { guests, teamHandOvers, teamMembers, teams } from './schema.ts'

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
    indexed: indexTeam({ id, name, activity: null, joinMode: 'invite', city }, sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${isNew})`),
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
    rosterDeleted: deleteRoster(db, teamId, isDeleted),
    guestsDeleted: db.delete(guests).where(and(eq(guests.teamId, teamId), isDeleted)),
    hourSharesDeleted: deleteHourShares(db, teamId, isDeleted),
    topicsDeleted: deleteTopics(db, teamId, isDeleted),
    seasonsDeleted: deleteSeasons(db, teamId, isDeleted),
    handOversDeleted: db.delete(teamHandOvers).where(and(eq(teamHandOvers.teamId, teamId), isDeleted)),
    membersDeleted: db.delete(teamMembers).where(and(eq(teamMembers.teamId, teamId), isDeleted)),
    counted: countMembers(teamId),
    unindexed: indexed ? unindexTeam(indexed, isDeleted) : [],
  })
  if (deleted.changes > 0) return
  const { actorRoles, plan } = readFacts(actor, facts)
  throw judgeDeletion(actorRoles, plan) ?? new AppError('Conflict')
}
