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
import { type Actor, countMembers, isMemberRow, isTeam, mayAct, readFacts, refuseUnknownPerson, selectFacts } from './acting.ts'
import { findIndexedTeam, indexTeam, unindexTeam } from './index-team.ts'
import { guests, teamMembers, teams } from './schema.ts'

/** Makes a team that the actor owns and returns its id. Asked again with the same key, it makes no second one. */
export async function createTeam(db: Database, { now, newId }: Clock, actorId: string, input: CreateTeam): Promise<string> {
  const { name, description, cityId, idempotencyKey } = input
  const city = cityId === undefined ? null : await findCity(db, cityId)
  if (cityId !== undefined && !city) throw new AppError('TeamCityUnknown')
  const id = idempotencyKey === undefined ? newId() : await deriveId('team', actorId, idempotencyKey)
  // A team without anyone in it can only be the one just made: the last person cannot leave one that is not deleted.
  const hasNobody = sql`NOT EXISTS (SELECT 1 FROM ${teamMembers} WHERE ${teamMembers.teamId} = ${id})`
  const isJustMade = sql`${isTeam(id)} AND ${teams.creatorId} = ${actorId} AND ${hasNobody}`
  const place = {
    cityId: city?.id ?? null,
    cityName: city?.name ?? null,
    cityState: city?.state ?? null,
    lat: city?.lat ?? null,
    lng: city?.lng ?? null,
  }
  const { known, made } = await runBatch(db, {
    known: select(
      { isMade: asBoolean, owns: asNumber },
      sql`SELECT EXISTS (SELECT 1 FROM ${teams} WHERE ${teams.id} = ${id}) AS isMade, ${countOwned(actorId)} AS owns`,
    ),
    made: insertSelect(
      teams,
      { id, name, description, creatorId: actorId, plan: freePlan, createdAt: now, updatedAt: now, ...place },
      sql`WHERE ${countOwned(actorId)} < ${maxOwnedTeams} ON CONFLICT DO NOTHING`,
    ),
    indexed: indexTeam({ id, name, city }, sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${isJustMade})`),
    owned: insertSelect(
      teamMembers,
      { teamId: teams.id, userId: actorId, role: 'owner', joinedAt: now },
      sql`FROM ${teams} WHERE ${isJustMade}`,
    ),
    counted: countMembers(id),
  }).catch(refuseUnknownPerson(new AppError('SignInRequired')))
  const [facts] = known.rows
  if (made.changes === 0 && facts?.isMade === false) throw judgeCreation(facts.owns) ?? new AppError('Conflict')
  return id
}

const countOwned = (userId: string): SQL =>
  sql`(SELECT count(*) FROM ${teamMembers} WHERE ${teamMembers.userId} = ${userId} AND ${teamMembers.role} = 'owner')`

/**
 * Makes one member the owner and the owner an organizer. `from` is the owner the actor saw, so that of two hand-overs at
 * once the second is told; null takes a stranded team out of nobody's hands, which only an admin can.
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
  const { met, state, handed } = await runBatch(db, {
    met: selectFacts(actor, teamId, to),
    state: select(
      { ownerId: orNull(teamMembers.userId), targetOwns: asNumber },
      sql`SELECT ${ownerId} AS ownerId, ${countOwned(to)} AS targetOwns`,
    ),
    // One statement for both rows, the old owner first: at no point are there two, or none.
    handed: insertSelect(
      teamMembers,
      { teamId: m.teamId, userId: m.userId, role: sql`iif(${m.userId} = ${to}, 'owner', 'organizer')`, joinedAt: m.joinedAt },
      sql`FROM ${teamMembers} ${m}
        WHERE ${m.teamId} = ${teamId} AND ${m.userId} IN (${from}, ${to}) AND ${ownerId} IS ${from} AND ${from} IS NOT ${to}
          AND EXISTS (SELECT 1 FROM ${teamMembers} WHERE ${isMemberRow(teamId, to)})
          AND ${countOwned(to)} < ${maxOwnedTeams} AND ${mayAct(actor, teamId, 'team.handOver')}
        ORDER BY ${m.userId} = ${to}
        ${onConflictUpdate(teamMembers, ['teamId', 'userId'], { role: excluded(teamMembers.role) })}`,
    ),
  })
  if (handed.changes > 0) return
  const { ownerId: current = null, targetOwns = 0 } = state.rows[0] ?? {}
  throw judgeHandOver({ ...readFacts(actor, met), ownerId: current, targetOwns, from, to }) ?? new AppError('Conflict')
}

/** Ends a team. Everyone in it is out at once; its row stays for what others did in it. */
export async function deleteTeam(db: Database, { now }: Clock, actor: Actor, teamId: string): Promise<void> {
  const isDeleted = sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${and(eq(teams.id, teamId), isNotNull(teams.deletedAt))})`
  const indexed = await findIndexedTeam(db, teamId)
  const { met, deleted } = await runBatch(db, {
    met: selectFacts(actor, teamId),
    deleted: db
      .update(teams)
      .set({ deletedAt: now, updatedAt: now })
      .where(and(isTeam(teamId), eq(teams.plan, freePlan), mayAct(actor, teamId, 'team.delete'))),
    guestsDeleted: db.delete(guests).where(and(eq(guests.teamId, teamId), isDeleted)),
    seasonsDeleted: deleteSeasons(db, teamId, isDeleted),
    membersDeleted: db.delete(teamMembers).where(and(eq(teamMembers.teamId, teamId), isDeleted)),
    counted: countMembers(teamId),
    unindexed: indexed ? unindexTeam(indexed, isDeleted) : [],
  })
  if (deleted.changes > 0) return
  const { by, plan } = readFacts(actor, met)
  throw judgeDeletion(by, plan) ?? new AppError('Conflict')
}
