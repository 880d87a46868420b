import { and, eq, sql } from 'drizzle-orm'
import { type StoredResult, sessionNotFound, stateOf } from '../../domain/seasons/result-rules.ts'
import {
  type MatchSide,
  type OpenGamePage,
  type ResultChangePage,
  resultChangePageSize,
  type Session,
  type SessionPage,
  type SessionTime,
  sessionPageSize,
} from '../../domain/seasons/results-contract.ts'
import { isInSeason, judgeSeasonChange, seasonNotFound } from '../../domain/seasons/rules.ts'
import { canAny } from '../../domain/teams/rules.ts'
import { day } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { isVisibleTo } from '../events/acting.ts'
import { game, games } from '../events/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { selectFields, selectLeftJoined } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { type Actor, readFacts, selectFacts } from '../teams/actor.ts'
import { requireTeamOf, seasonColumns } from './queries.ts'
import { resultChanges, seasons, teamSessions } from './schema.ts'

type ResultColumns = Pick<
  typeof teamSessions.$inferSelect,
  'homeScore' | 'awayScore' | 'forfeitSide' | 'homeAgrees' | 'awayAgrees' | 'disputedSide' | 'isSettled'
>

/** Null until a result is entered. */
export function readResult({ homeScore, awayScore, homeAgrees, awayAgrees, ...rest }: ResultColumns): StoredResult | null {
  if (homeScore === null || awayScore === null) return null
  const agreed: MatchSide[] = []
  if (homeAgrees) agreed.push('home')
  if (awayAgrees) agreed.push('away')
  return { homeScore, awayScore, agreed, ...rest }
}

export const sessionColumns = {
  homeGroupId: teamSessions.homeGroupId,
  awayGroupId: teamSessions.awayGroupId,
  homeScore: teamSessions.homeScore,
  awayScore: teamSessions.awayScore,
  forfeitSide: teamSessions.forfeitSide,
  homeAgrees: teamSessions.homeAgrees,
  awayAgrees: teamSessions.awayAgrees,
  disputedSide: teamSessions.disputedSide,
  isSettled: teamSessions.isSettled,
  version: teamSessions.version,
}

function showResult(columns: ResultColumns): Session['result'] {
  const result = readResult(columns)
  if (!result) return null
  const { homeScore, awayScore, forfeitSide, agreed, disputedSide } = result
  return { homeScore, awayScore, forfeitSide, state: stateOf(result), agreed: [...agreed], disputedSide }
}

/** It is after every id, so that a list of upcoming games begins after `now`. */
const lastId = '\uffff'

const startOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

type SessionList = { now: number; when: SessionTime; cursor?: string | undefined }

/** Lists the games of a season that the viewer can see, by their start. Past games come newest first. */
export async function listSessions(db: Database, actor: Actor, seasonId: string, { now, when, cursor }: SessionList): Promise<SessionPage> {
  const teamId = await requireTeamOf(db, seasonId)
  const after = readCursor(TimeCursor, cursor)
  const { facts, season } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    season: db.select(seasonColumns).from(seasons).where(eq(seasons.id, seasonId)),
  })
  const [row] = season.rows
  if (!row || !canAny(readFacts(actor, facts).actorRoles, 'seasons.view')) throw seasonNotFound()
  // The index of the team's games is in the order of the list. A local day begins and ends up to a day beside the day in UTC.
  const bounds = { first: startOf(row.startDate) - day, last: startOf(row.endDate) + 2 * day }
  const isPast = when === 'past'
  const [start, id] =
    after ?? (isPast ? [Math.min(now, bounds.last) + 1, ''] : [when === 'all' ? bounds.first : Math.max(now, bounds.first), lastId])
  const key = sql`(${game.startsAt}, ${game.id})`
  const isNext = isPast
    ? sql`${key} < (${start}, ${id}) AND ${game.startsAt} > ${bounds.first}`
    : sql`${key} > (${start}, ${id}) AND ${game.startsAt} < ${bounds.last}`
  const order = isPast ? sql`${game.startsAt} DESC, ${game.id} DESC` : sql`${game.startsAt}, ${game.id}`
  const { found } = await runBatch(db, {
    found: selectFields(
      {
        id: game.id,
        title: game.title,
        startsAt: game.startsAt,
        endsAt: game.endsAt,
        timeZone: game.timeZone,
        state: game.state,
        ...sessionColumns,
      },
      sql`FROM ${games} ${game} CROSS JOIN ${teamSessions}
        WHERE ${game.teamId} = ${teamId} AND ${isNext}
          AND ${teamSessions.eventId} = ${game.id} AND ${teamSessions.seasonId} = ${seasonId} AND ${isVisibleTo(actor.id)}
        ORDER BY ${order} LIMIT ${sessionPageSize + 1}`,
    ),
  })
  const { page, next } = cutPage(found.rows, sessionPageSize, (each) => [each.startsAt, each.id])
  const sessions = page.map(
    ({ id: eventId, title, startsAt, endsAt, timeZone, state, homeGroupId, awayGroupId, version, ...result }): Session => ({
      eventId,
      title,
      startsAt,
      endsAt,
      timeZone,
      isCancelled: state === 'cancelled',
      homeGroupId,
      awayGroupId,
      result: showResult(result),
      version,
    }),
  )
  return { sessions, next }
}

/** Lists the games of the community that its organizers can put in the season, by their start. */
export async function listOpenGames(db: Database, actor: Actor, seasonId: string, cursor?: string): Promise<OpenGamePage> {
  const teamId = await requireTeamOf(db, seasonId)
  const after = readCursor(TimeCursor, cursor)
  const { facts, season } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    season: db.select(seasonColumns).from(seasons).where(eq(seasons.id, seasonId)),
  })
  const [row] = season.rows
  const refusal = judgeSeasonChange(readFacts(actor, facts).actorRoles)
  if (refusal || !row) throw refusal ?? seasonNotFound()
  const [start, id] = after ?? [startOf(row.startDate) - day, '']
  const { found } = await runBatch(db, {
    found: selectFields(
      { id: game.id, title: game.title, startsAt: game.startsAt, timeZone: game.timeZone },
      sql`FROM ${games} ${game}
        WHERE ${game.teamId} = ${teamId} AND (${game.startsAt}, ${game.id}) > (${start}, ${id}) AND ${game.startsAt} < ${startOf(row.endDate) + 2 * day}
          AND ${game.state} = 'published' AND ${isVisibleTo(actor.id)}
          AND NOT EXISTS (SELECT 1 FROM ${teamSessions} WHERE ${teamSessions.eventId} = ${game.id})
        ORDER BY ${game.startsAt}, ${game.id} LIMIT ${sessionPageSize + 1}`,
    ),
  })
  const { page, next } = cutPage(found.rows, sessionPageSize, (each) => [each.startsAt, each.id])
  const open = page.filter(({ startsAt, timeZone }) => isInSeason(instantToLocal(startsAt, timeZone).date, row))
  return { games: open.map(({ id: eventId, ...shown }) => ({ eventId, ...shown })), next }
}

/**
 * Lists who changed a result, the newest change first, for the people of the team who can see the game. With a block between the
 * viewer and a person, that person has no name.
 */
export async function listResultChanges(
  db: Database,
  actor: Actor,
  { seasonId, eventId }: { seasonId: string; eventId: string },
  cursor?: string,
): Promise<ResultChangePage> {
  const teamId = await requireTeamOf(db, seasonId)
  const after = readCursor(TimeCursor, cursor)
  const { id, kind, homeScore, awayScore, forfeitSide, note, createdAt } = resultChanges
  const { facts, session, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    session: db
      .select({ id: game.id })
      .from(teamSessions)
      .innerJoin(game, eq(game.id, teamSessions.eventId))
      .where(and(eq(teamSessions.eventId, eventId), eq(teamSessions.seasonId, seasonId), isVisibleTo(actor.id))),
    found: selectLeftJoined(
      { changeId: id, kind, homeScore, awayScore, forfeitSide, note, at: createdAt },
      faceColumns,
      sql`FROM ${resultChanges} LEFT JOIN ${people} ON ${people.id} = ${resultChanges.userId} AND ${hasNoBlock(actor.id ?? '', people.id)}
        WHERE ${resultChanges.eventId} = ${eventId} AND ${after ? sql`(${createdAt}, ${id}) < (${after[0]}, ${after[1]})` : sql`1`}
        ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${resultChangePageSize + 1}`,
    ),
  })
  if (!canAny(readFacts(actor, facts).actorRoles, 'seasons.view')) throw seasonNotFound()
  if (session.rows.length === 0) throw sessionNotFound()
  const { page, next } = cutPage(found.rows, resultChangePageSize, ({ at, changeId }) => [at, changeId])
  const changes = page.map(({ changeId, joined, ...change }) => ({ ...change, id: changeId, by: joined && toFace(joined) }))
  return { changes, next }
}
