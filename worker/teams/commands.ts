import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type CreateTeam, freePlan, ownedTeamsMost } from '../../domain/teams/contract.ts'
import { judgeCreation, judgeDeletion, judgeHandOver } from '../../domain/teams/rules.ts'
import { findCity } from '../cities/queries.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { deleteSeasons } from '../seasons/commands.ts'
import { type Actor, countMembers, mayAct, readFacts, refuseUnknownPerson, selectFacts } from './acting.ts'
import { findIndexedTeam, indexTeam, unindexTeam } from './index-team.ts'

/** Makes a team that the actor owns and answers its id. Asked again with the same key, it makes no second one. */
export async function createTeam(db: Database, { now, newId }: Clock, actorId: string, input: CreateTeam): Promise<string> {
  const { name, description, cityId, idempotencyKey } = input
  const city = cityId === undefined ? null : await findCity(db, cityId)
  if (cityId !== undefined && !city) throw new AppError('TeamCityUnknown')
  const id = idempotencyKey === undefined ? newId() : await deriveId('team', actorId, idempotencyKey)
  // A team without anyone in it can only be the one just made: the last person cannot leave one that is not deleted.
  const isJustMade = sql`creator_id = ${actorId} AND deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM team_members WHERE team_id = ${id})`
  const [known, made] = await runBatch(db, [
    sql`SELECT (SELECT count(*) FROM teams WHERE id = ${id}) AS isMade, (${countOwned(actorId)}) AS owns`,
    sql`INSERT INTO teams (id, name, description, creator_id, plan, created_at, updated_at, city_id, city_name, city_state, lat, lng)
      SELECT ${id}, ${name}, ${description}, ${actorId}, ${freePlan}, ${now}, ${now},
        ${city?.id ?? null}, ${city?.name ?? null}, ${city?.state ?? null}, ${city?.lat ?? null}, ${city?.lng ?? null}
      WHERE (${countOwned(actorId)}) < ${ownedTeamsMost} ON CONFLICT (id) DO NOTHING`,
    ...indexTeam({ id, name, city }, sql`EXISTS (SELECT 1 FROM teams WHERE id = ${id} AND ${isJustMade})`),
    sql`INSERT INTO team_members (team_id, user_id, role, joined_at)
      SELECT id, ${actorId}, 'owner', ${now} FROM teams WHERE id = ${id} AND ${isJustMade}`,
    countMembers(id),
  ]).catch(refuseUnknownPerson(new AppError('SignInRequired')))
  const [facts] = (known?.results ?? []) as { isMade: number; owns: number }[]
  if (made?.meta.changes === 0 && facts?.isMade === 0) throw judgeCreation(facts.owns) ?? new AppError('Conflict')
  return id
}

const countOwned = (userId: string) => sql`SELECT count(*) FROM team_members WHERE user_id = ${userId} AND role = 'owner'`

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
  const ownerId = sql`(SELECT user_id FROM team_members WHERE team_id = ${teamId} AND role = 'owner')`
  const [met, owner, handed] = await runBatch(db, [
    selectFacts(actor, teamId, to),
    sql`SELECT ${ownerId} AS ownerId, (${countOwned(to)}) AS targetOwns`,
    // One statement for both rows, the old owner first: at no point are there two, or none.
    sql`INSERT INTO team_members (team_id, user_id, role, joined_at)
      SELECT m.team_id, m.user_id, iif(m.user_id = ${to}, 'owner', 'organizer'), m.joined_at
      FROM team_members m
      WHERE m.team_id = ${teamId} AND m.user_id IN (${from}, ${to}) AND ${ownerId} IS ${from} AND ${from} IS NOT ${to}
        AND EXISTS (SELECT 1 FROM team_members WHERE team_id = ${teamId} AND user_id = ${to})
        AND (${countOwned(to)}) < ${ownedTeamsMost} AND ${mayAct(actor, teamId, 'team.handOver')}
      ORDER BY m.user_id = ${to}
      ON CONFLICT (team_id, user_id) DO UPDATE SET role = excluded.role`,
  ])
  if (handed?.meta.changes) return
  const facts = readFacts(actor, met)
  const [more] = (owner?.results ?? []) as { ownerId: string | null; targetOwns: number }[]
  throw judgeHandOver({ ...facts, ownerId: more?.ownerId ?? null, targetOwns: more?.targetOwns ?? 0, from, to }) ?? new AppError('Conflict')
}

/** Ends a team. Everyone in it is out at once; its row stays for what others did in it. */
export async function deleteTeam(db: Database, { now }: Clock, actor: Actor, teamId: string): Promise<void> {
  const isDeleted = sql`EXISTS (SELECT 1 FROM teams WHERE id = ${teamId} AND deleted_at IS NOT NULL)`
  const indexed = await findIndexedTeam(db, teamId)
  const [met, deleted] = await runBatch(db, [
    selectFacts(actor, teamId),
    sql`UPDATE teams SET deleted_at = ${now}, updated_at = ${now}
      WHERE id = ${teamId} AND deleted_at IS NULL AND plan = ${freePlan} AND ${mayAct(actor, teamId, 'team.delete')}`,
    sql`DELETE FROM guests WHERE team_id = ${teamId} AND ${isDeleted}`,
    ...deleteSeasons(teamId, isDeleted),
    sql`DELETE FROM team_members WHERE team_id = ${teamId} AND ${isDeleted}`,
    countMembers(teamId),
    ...(indexed ? unindexTeam(indexed, isDeleted) : []),
  ])
  if (deleted?.meta.changes) return
  const { by, plan } = readFacts(actor, met)
  throw judgeDeletion(by, plan) ?? new AppError('Conflict')
}
