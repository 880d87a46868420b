import { eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type CreateTeam, freePlan, maxOwnedTeams } from '../../domain/teams/contract.ts'
import { judgeCreation } from '../../domain/teams/rules.ts'
import { findCity } from '../cities/queries.ts'
import { readFirst, runBatch, type Statement } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { insertTopics } from '../team-topics/commands.ts'
import { countMembers, isTeam, refuseUnknownPerson } from './actor.ts'
import { countOwned } from './hand-over.ts'
import { indexTeam } from './index-team.ts'
import { teamMembers, teams } from './schema.ts'

const idOfNewTeam = (actorId: string, idempotencyKey: string) => deriveId('team', actorId, idempotencyKey)

type CreateOptions = {
  photoKey?: string | null
  /** Creates the team only if this is true in its batch. Otherwise the command throws `Conflict`. */
  when?: SQL
  /** More statements for the batch. `isCreated` is true if the team now exists. */
  after?: (isCreated: SQL) => Statement[]
}

/** Creates a team that the actor owns and returns its id. A repeated request with the same key creates no second team. */
export async function createTeam(
  db: Database,
  { now, newId }: Clock,
  actorId: string,
  { name, description, cityId, topics = [], idempotencyKey, ...look }: CreateTeam,
  { photoKey = null, when = sql`1`, after = () => [] }: CreateOptions = {},
): Promise<string> {
  const city = cityId === undefined ? null : await findCity(db, cityId)
  if (cityId !== undefined && !city) throw new AppError('TeamCityUnknown')
  const id = idempotencyKey === undefined ? newId() : await idOfNewTeam(actorId, idempotencyKey)
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
      { id, name, description, photoKey, creatorId: actorId, plan: freePlan, createdAt: now, updatedAt: now, ...place, ...look },
      sql`WHERE ${countOwned(actorId)} < ${maxOwnedTeams} AND ${when} ON CONFLICT DO NOTHING`,
    ),
    topics: insertTopics({ teamId: id, topics, now, newId }, sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${isNew})`),
    indexed: indexTeam(
      { id, name, activity: look.activity ?? null, joinMode: look.joinMode ?? 'invite', city },
      sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${isNew})`,
    ),
    owned: insertSelect(
      teamMembers,
      { teamId: teams.id, userId: actorId, role: 'owner', joinedAt: now },
      sql`FROM ${teams} WHERE ${isNew}`,
    ),
    counted: countMembers(id),
    after: after(sql`EXISTS (SELECT 1 FROM ${teams} WHERE ${teams.id} = ${id})`),
  }).catch(refuseUnknownPerson(new AppError('SignInRequired')))
  const [before] = existing.rows
  if (inserted.changes === 0 && before?.isCreated === false) throw judgeCreation(before.owns) ?? new AppError('Conflict')
  return id
}

/** The team that this person created with this key, also if it was deleted since. */
export async function findCreatedTeam(db: Database, actorId: string, idempotencyKey: string): Promise<string | null> {
  const id = await idOfNewTeam(actorId, idempotencyKey)
  return (await readFirst(db, db.select({ id: teams.id }).from(teams).where(eq(teams.id, id))))?.id ?? null
}
