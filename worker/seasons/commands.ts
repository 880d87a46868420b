import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type CreateSeason, type Season, seasonsMost } from '../../domain/seasons/contract.ts'
import { judgeRegistration, judgeSeason, judgeUnregistration, lastToday, seasonNotFound } from '../../domain/seasons/rules.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { type Actor, isMember, mayAct, readFacts, selectFacts } from '../teams/acting.ts'
import { findTeamOf, seasonColumns } from './queries.ts'

/** Asked again with the same key, it makes no second one. */
export async function createSeason(
  db: Database,
  { now, newId }: Clock,
  actor: Actor,
  teamId: string,
  { label, startDate, endDate, idempotencyKey }: CreateSeason,
): Promise<Season> {
  const id = idempotencyKey === undefined ? newId() : await deriveId('season', teamId, actor.id, idempotencyKey)
  const [met, , made] = await runBatch(db, [
    selectFacts(actor, teamId),
    sql`INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_by, created_at)
      SELECT ${id}, ${teamId}, ${label}, ${startDate}, ${endDate}, ${actor.id}, ${now}
      WHERE ${mayAct(actor, teamId, 'seasons.manage')} AND (SELECT count(*) FROM seasons WHERE team_id = ${teamId}) < ${seasonsMost}
      ON CONFLICT (id) DO NOTHING`,
    sql`SELECT ${seasonColumns} FROM seasons WHERE id = ${id} AND team_id = ${teamId}`,
  ])
  const { by } = readFacts(actor, met)
  const [season] = (made?.results ?? []) as Season[]
  if (!season) throw judgeSeason(by) ?? new AppError('Conflict')
  return season
}

/** Signs a member up. Who is signed up already stays so. */
export async function register(db: Database, { now }: Clock, actor: Actor, seasonId: string, userId: string): Promise<void> {
  const teamId = await findTeamOf(db, seasonId)
  if (teamId === null) throw seasonNotFound()
  const [met, registered] = await runBatch(db, [
    selectFacts(actor, teamId, userId),
    sql`INSERT INTO season_registrations (season_id, user_id, ends_on, registered_at)
      SELECT id, ${userId}, ends_on, ${now} FROM seasons
      WHERE id = ${seasonId} AND ${mayAct(actor, teamId, 'seasons.manage')} AND ${isMember(teamId, userId)}
      ON CONFLICT DO NOTHING`,
  ])
  if (registered?.meta.changes) return
  const { by, targetRole } = readFacts(actor, met)
  const refusal = judgeRegistration(by, targetRole)
  if (refusal) throw refusal
}

/** Organizers take anyone off, everyone themselves: also from what stayed of a team they have left. */
export async function unregister(db: Database, actor: Actor, seasonId: string, userId: string): Promise<void> {
  const teamId = await findTeamOf(db, seasonId)
  if (teamId === null) throw seasonNotFound()
  const isOwn = actor.id === userId
  const [met, removed] = await runBatch(db, [
    selectFacts(actor, teamId),
    sql`DELETE FROM season_registrations WHERE season_id = ${seasonId} AND user_id = ${userId}
      AND (${isOwn ? 1 : 0} OR ${mayAct(actor, teamId, 'seasons.manage')})`,
  ])
  if (removed?.meta.changes) return
  throw judgeUnregistration(readFacts(actor, met).by, isOwn)
}

/** For the batch that takes someone out of a team: who is out of it plays no season to its end. What is over stays theirs. */
export const endRegistrations = (teamId: string, userId: string, now: number): SQL => sql`
  DELETE FROM season_registrations WHERE user_id = ${userId} AND ends_on >= ${lastToday(now)}
    AND season_id IN (SELECT id FROM seasons WHERE team_id = ${teamId}) AND NOT ${isMember(teamId, userId)}`

/** For the batch that deletes a team. */
export const deleteSeasons = (teamId: string, when: SQL): SQL[] => [
  sql`DELETE FROM season_registrations WHERE season_id IN (SELECT id FROM seasons WHERE team_id = ${teamId}) AND ${when}`,
  sql`DELETE FROM seasons WHERE team_id = ${teamId} AND ${when}`,
]
