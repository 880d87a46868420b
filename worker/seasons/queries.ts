import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { type RegistrationPage, type SeasonPage, seasonPageSize } from '../../domain/seasons/contract.ts'
import { latestLocalDate } from '../../domain/seasons/rules.ts'
import { canAny } from '../../domain/teams/rules.ts'
import { readFirst, runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { type Actor, readFacts, selectFacts } from '../teams/actor.ts'
import { communities } from '../teams/shared.ts'
import { seasonRegistrations, seasons } from './schema.ts'

const oneMore = seasonPageSize + 1

export const seasonColumns = { id: seasons.id, label: seasons.label, startDate: seasons.startsOn, endDate: seasons.endsOn }

/** Finds the team of a season. Returns null if there is no such season. */
export async function findTeamOf(db: Database, seasonId: string): Promise<string | null> {
  const season = await readFirst(db, db.select({ teamId: seasons.teamId }).from(seasons).where(eq(seasons.id, seasonId)))
  return season?.teamId ?? null
}

const SeasonCursor = v.tuple([v.string(), v.string()])

/** Lists the seasons of a team for its members. The season that ends last comes first. */
export async function listSeasons(db: Database, actor: Actor, teamId: string, cursor?: string): Promise<SeasonPage> {
  const after = readCursor(SeasonCursor, cursor)
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db
      .select(seasonColumns)
      .from(seasons)
      .where(and(eq(seasons.teamId, teamId), after ? sql`(${seasons.endsOn}, ${seasons.id}) < (${after[0]}, ${after[1]})` : undefined))
      .orderBy(desc(seasons.endsOn), desc(seasons.id))
      .limit(oneMore),
  })
  if (!canAny(readFacts(actor, facts).actorRoles, 'team.view')) throw new AppError('NotAllowed')
  const { page, next } = cutPage(found.rows, seasonPageSize, ({ id, endDate }) => [endDate, id])
  return { seasons: page, next }
}

const { userId: registeredId, endsOn, seasonId } = seasonRegistrations

const selectRegistrations = (db: Database, userId: string, where: SQL, order: SQL[]) =>
  db
    .select({
      id: seasons.id,
      seasonLabel: seasons.label,
      startDate: seasons.startsOn,
      endDate: seasons.endsOn,
      teamId: sql<string>`${communities.id}`.as('teamId'),
      teamName: communities.name,
      photoKey: communities.photoKey,
    })
    .from(seasonRegistrations)
    .crossJoin(seasons)
    .crossJoin(communities)
    .where(and(eq(registeredId, userId), where, eq(seasons.id, seasonId), eq(communities.id, seasons.teamId)))
    .orderBy(...order)
    .limit(oneMore)

/** The day on which the first page was loaded, and the end date and id of the last season of the previous page. */
const RegistrationCursor = v.tuple([v.string(), v.string(), v.string()])

/** Lists the registrations of a person: current and future seasons first, by end date, then past seasons, newest first. */
export async function listRegistrationsOf(db: Database, userId: string, now: number, cursor?: string): Promise<RegistrationPage> {
  const [today, end, season] = readCursor(RegistrationCursor, cursor) ?? [latestLocalDate(now), latestLocalDate(now), '']
  const key = sql`(${endsOn}, ${seasonId})`
  const hasUpcomingLeft = end >= today
  const before = hasUpcomingLeft ? sql`(${today}, '')` : sql`(${end}, ${season})`
  const { upcoming, past } = await runBatch(db, {
    upcoming: hasUpcomingLeft ? [selectRegistrations(db, userId, sql`${key} > (${end}, ${season})`, [asc(endsOn), asc(seasonId)])] : [],
    past: selectRegistrations(db, userId, sql`${key} < ${before}`, [desc(endsOn), desc(seasonId)]),
  })
  const rows = [...upcoming.flatMap((found) => found.rows), ...past.rows]
  const { page, next } = cutPage(rows, seasonPageSize, ({ id, endDate }) => [today, endDate, id])
  const registrations = page.map(({ teamId, teamName, photoKey, ...row }) => ({
    ...row,
    team: { id: teamId, name: teamName, pictureUrl: photoKey && photoUrl(photoKey, 480) },
  }))
  return { registrations, next }
}
