import { and, eq, gte, inArray, not, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type CreateSeason, maxSeasons, type Season } from '../../domain/seasons/contract.ts'
import { judgeRegistration, judgeSeason, judgeUnregistration, lastToday, seasonNotFound } from '../../domain/seasons/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, mayAct, readFacts, selectFacts } from '../teams/acting.ts'
import { isInTeam } from '../teams/members.ts'
import { findTeamOf, seasonColumns } from './queries.ts'
import { seasonRegistrations, seasons } from './schema.ts'

/** Asked again with the same key, it makes no second one. */
export async function createSeason(
  db: Database,
  { now, newId }: Clock,
  actor: Actor,
  teamId: string,
  { label, startDate, endDate, idempotencyKey }: CreateSeason,
): Promise<Season> {
  const id = idempotencyKey === undefined ? newId() : await deriveId('season', teamId, actor.id, idempotencyKey)
  const row = { id, teamId, label, startsOn: startDate, endsOn: endDate, createdBy: actor.id, createdAt: now }
  const { met, season } = await runBatch(db, {
    met: selectFacts(actor, teamId),
    made: insertSelect(
      seasons,
      row,
      sql`WHERE ${mayAct(actor, teamId, 'seasons.manage')}
        AND (SELECT count(*) FROM ${seasons} WHERE ${seasons.teamId} = ${teamId}) < ${maxSeasons}
        ON CONFLICT DO NOTHING`,
    ),
    season: db
      .select(seasonColumns)
      .from(seasons)
      .where(and(eq(seasons.id, id), eq(seasons.teamId, teamId))),
  })
  const { by } = readFacts(actor, met)
  const [made] = season.rows
  if (!made) throw judgeSeason(by) ?? new AppError('Conflict')
  return made
}

/** Signs a member up. Who is signed up already stays so. */
export async function register(db: Database, { now }: Clock, actor: Actor, seasonId: string, userId: string): Promise<void> {
  const teamId = await findTeamOf(db, seasonId)
  if (teamId === null) throw seasonNotFound()
  const { met, registered } = await runBatch(db, {
    met: selectFacts(actor, teamId, userId),
    registered: insertSelect(
      seasonRegistrations,
      { seasonId: seasons.id, userId, endsOn: seasons.endsOn, registeredAt: now },
      sql`FROM ${seasons} WHERE ${seasons.id} = ${seasonId} AND ${mayAct(actor, teamId, 'seasons.manage')} AND ${isInTeam(teamId, userId)}
        ON CONFLICT DO NOTHING`,
    ),
  })
  if (registered.changes > 0) return
  const { by, targetRole } = readFacts(actor, met)
  const refusal = judgeRegistration(by, targetRole)
  if (refusal) throw refusal
}

/** Organizers take anyone off, everyone themselves: also from what stayed of a team they have left. */
export async function unregister(db: Database, actor: Actor, seasonId: string, userId: string): Promise<void> {
  const teamId = await findTeamOf(db, seasonId)
  if (teamId === null) throw seasonNotFound()
  const isOwn = actor.id === userId
  const { met, removed } = await runBatch(db, {
    met: selectFacts(actor, teamId),
    removed: db
      .delete(seasonRegistrations)
      .where(
        and(
          eq(seasonRegistrations.seasonId, seasonId),
          eq(seasonRegistrations.userId, userId),
          isOwn ? undefined : mayAct(actor, teamId, 'seasons.manage'),
        ),
      ),
  })
  if (removed.changes > 0) return
  throw judgeUnregistration(readFacts(actor, met).by, isOwn)
}

const isOfTeam = (teamId: string): SQL =>
  inArray(seasonRegistrations.seasonId, sql`(SELECT ${seasons.id} FROM ${seasons} WHERE ${seasons.teamId} = ${teamId})`)

/** For the batch that takes someone out of a team: who is out of it plays no season to its end. What is over stays theirs. */
export const endRegistrations = (db: Database, { teamId, userId, now }: { teamId: string; userId: string; now: number }) =>
  db
    .delete(seasonRegistrations)
    .where(
      and(
        eq(seasonRegistrations.userId, userId),
        gte(seasonRegistrations.endsOn, lastToday(now)),
        isOfTeam(teamId),
        not(isInTeam(teamId, userId)),
      ),
    )

/** For the batch that deletes a team. */
export const deleteSeasons = (db: Database, teamId: string, when: SQL) => [
  db.delete(seasonRegistrations).where(and(isOfTeam(teamId), when)),
  db.delete(seasons).where(and(eq(seasons.teamId, teamId), when)),
]
