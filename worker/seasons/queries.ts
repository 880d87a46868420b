import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import { photoUrl } from '../../domain/places/rules.ts'
import { type Registration, type RegistrationPage, type Season, type SeasonPage, seasonPageSize } from '../../domain/seasons/contract.ts'
import { lastToday } from '../../domain/seasons/rules.ts'
import { mayAny } from '../../domain/teams/rules.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { type Actor, readFacts, selectFacts } from '../teams/acting.ts'

const oneMore = seasonPageSize + 1

export const seasonColumns = sql`id, label, starts_on AS startDate, ends_on AS endDate`

/** Whose season it is; null where there is none. */
export async function findTeamOf(db: Database, seasonId: string): Promise<string | null> {
  const [found] = await runBatch<{ teamId: string }>(db, [sql`SELECT team_id AS teamId FROM seasons WHERE id = ${seasonId}`])
  return found?.results[0]?.teamId ?? null
}

const SeasonCursor = v.tuple([v.string(), v.string()])

/** A team's seasons for who is in it, the one that ends last first. */
export async function listSeasons(db: Database, actor: Actor, teamId: string, cursor?: string): Promise<SeasonPage> {
  const after = readCursor(SeasonCursor, cursor)
  const [met, found] = await runBatch(db, [
    selectFacts(actor, teamId),
    sql`SELECT ${seasonColumns} FROM seasons
      WHERE team_id = ${teamId} ${after ? sql`AND (ends_on, id) < (${after[0]}, ${after[1]})` : sql``}
      ORDER BY ends_on DESC, id DESC LIMIT ${oneMore}`,
  ])
  if (!mayAny(readFacts(actor, met).by, 'team.view')) throw new AppError('NotAllowed')
  const { page, next } = cutPage((found?.results ?? []) as Season[], seasonPageSize, ({ id, endDate }) => [endDate, id])
  return { seasons: page, next }
}

type Row = Omit<Registration, 'team'> & { teamId: string; teamName: string; photoKey: string | null }

const selectRegistrations = (where: SQL, order: SQL): SQL => sql`
  SELECT s.id, s.label AS seasonLabel, s.starts_on AS startDate, s.ends_on AS endDate, t.id AS teamId, t.name AS teamName, t.photo_key AS photoKey
  FROM season_registrations r CROSS JOIN seasons s ON s.id = r.season_id CROSS JOIN teams t ON t.id = s.team_id
  WHERE ${where} ORDER BY ${order} LIMIT ${oneMore}`

const toRegistration = ({ teamId, teamName, photoKey, ...row }: Row): Registration => ({
  ...row,
  team: { id: teamId, name: teamName, pictureUrl: photoKey && photoUrl(photoKey, 480) },
})

/** The day the first page was seen on, and behind which end and season the next one begins. */
const RegistrationCursor = v.tuple([v.string(), v.string(), v.string()])

/** What a person is registered for: what is on and to come, the soonest to end first, then what is over, the latest first. */
export async function listRegistrationsOf(db: Database, userId: string, now: number, cursor?: string): Promise<RegistrationPage> {
  const [today, end, season] = readCursor(RegistrationCursor, cursor) ?? [lastToday(now), lastToday(now), '']
  const key = sql`(r.ends_on, r.season_id)`
  const ahead = selectRegistrations(sql`r.user_id = ${userId} AND ${key} > (${end}, ${season})`, sql`r.ends_on, r.season_id`)
  const over = (before: SQL) =>
    selectRegistrations(sql`r.user_id = ${userId} AND ${key} < ${before}`, sql`r.ends_on DESC, r.season_id DESC`)
  const found = await runBatch<Row>(db, end >= today ? [ahead, over(sql`(${today}, '')`)] : [over(sql`(${end}, ${season})`)])
  const rows = found.flatMap(({ results }) => results)
  const { page, next } = cutPage(rows, seasonPageSize, ({ id, endDate }) => [today, endDate, id])
  return { registrations: page.map(toRegistration), next }
}
