import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { MadeSessions, MakeSessions, SessionPattern, SessionPlan } from '../../domain/seasons/pattern-contract.ts'
import { planSessions } from '../../domain/seasons/plan-sessions.ts'
import { maxSessions } from '../../domain/seasons/results-contract.ts'
import { judgeSeasonChange, seasonNotFound } from '../../domain/seasons/rules.ts'
import { selectCityZone } from '../cities/queries.ts'
import { createGames, gamesFit, gamesFull } from '../events/create-games.ts'
import { inviteToGames, joinPeople } from '../events/fill-games.ts'
import { resolveLocation } from '../events/resolve-location.ts'
import { games } from '../events/shared.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { AssertionFailed, mustHold, runBatch } from '../platform/batch.ts'
import { inList, insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import type { JobContext } from '../platform/job-context.ts'
import { asNumber, asText, computed, orNull, select, selectFields } from '../platform/row-query.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { requireTeamOf, seasonColumns } from './queries.ts'
import { seasonGroups, seasonRegistrations, seasons, teamSessions } from './schema.ts'
import { touchResults } from './table.ts'

/** Lists the games of a pattern, at the same time on the clock of the community. One without a home city uses the clock of the place. */
export async function previewSessions(
  db: Database,
  now: number,
  actor: Actor,
  seasonId: string,
  pattern: SessionPattern,
): Promise<SessionPlan & { teamId: string; where: Awaited<ReturnType<typeof resolveLocation>> }> {
  const teamId = await requireTeamOf(db, seasonId)
  const { facts, season } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    season: selectFields(
      { ...seasonColumns, zone: computed(selectCityZone(communities.cityId), orNull(asText)) },
      sql`FROM ${seasons} JOIN ${communities} ON ${communities.id} = ${seasons.teamId} WHERE ${seasons.id} = ${seasonId}`,
    ),
  })
  const [row] = season.rows
  const refusal = judgeSeasonChange(readFacts(actor, facts).actorRoles)
  if (refusal || !row) throw refusal ?? seasonNotFound()
  const where = await resolveLocation(db, pattern.where)
  const timeZone = row.zone ?? where.timeZone
  return { teamId, where, timeZone, sessions: planSessions(pattern, { season: row, zone: timeZone, now }) }
}

/** One job fills the seats of so many games. */
const gamesPerJob = 10

/**
 * Makes a game of the season on each day of a pattern: all of them in one batch, or none. Jobs then give the people of the season
 * their seats or invitations. A repeated request with the same key makes nothing.
 */
export async function makeSessions(
  db: Database,
  { now }: Clock,
  actor: Actor,
  seasonId: string,
  request: MakeSessions,
): Promise<MadeSessions> {
  const { weekdays, except, activity, title, capacity, homeGroupId, awayGroupId, attendance, idempotencyKey } = request
  const { teamId, where, sessions } = await previewSessions(db, now, actor, seasonId, request)
  const actorId = actor.id ?? ''
  const last = sessions.at(-1)
  const made = await createGames(db, {
    actorId,
    form: {
      ...{ activity, title, description: '', where: request.where, levelMin: null, levelMax: null, capacity, slots: [], maxGuests: 0 },
      ...{ visibility: 'team', teamId, needsApproval: false, questions: [], leaveMinutes: 0, waitlistMode: 'order', coHosts: [] },
    },
    where,
    rule: { every: 'week', interval: 1, weekdays, count: null, until: last?.date ?? null, except },
    dates: sessions,
    key: JSON.stringify([seasonId, idempotencyKey]),
    now,
  })
  const groupIds = homeGroupId === null || awayGroupId === null ? [] : [homeGroupId, awayGroupId]
  const knownGroups = sql`(SELECT count(*) FROM ${seasonGroups}
    WHERE ${seasonGroups.seasonId} = ${seasonId} AND ${seasonGroups.id} IN (${homeGroupId}, ${awayGroupId}))`
  const ofSeason = sql`(SELECT count(*) FROM ${teamSessions} WHERE ${teamSessions.seasonId} = ${seasonId})`
  const fill = (eventIds: readonly string[], index: number) => ({
    id: `fill-sessions:${eventIds[0]}`,
    body: { kind: 'fill-sessions', seasonId, eventIds, attendance, actorId, isFirst: index === 0 },
  })
  const parts = Array.from({ length: Math.ceil(made.ids.length / gamesPerJob) }, (_, index) =>
    made.ids.slice(index * gamesPerJob, (index + 1) * gamesPerJob),
  )
  const { after } = await runBatch(db, {
    games: made.statements,
    mayManage: mustHold('may-manage', canAct(actor, teamId, 'seasons.manage')),
    knowsGroups: mustHold('knows-groups', sql`${knownGroups} = ${groupIds.length}`),
    sessions: insertSelect(
      teamSessions,
      { eventId: games.id, seasonId, homeGroupId, awayGroupId },
      sql`FROM ${games} WHERE ${inList(games.id, made.ids)} AND ${made.isNew} ON CONFLICT DO NOTHING`,
    ),
    fit: mustHold('sessions-fit', sql`${ofSeason} <= ${maxSessions}`),
    touched: touchResults(seasonId, made.isNew),
    filled: putInOutbox('work', parts.map(fill), { now, when: made.isNew }),
    after: select(
      { count: asNumber },
      sql`SELECT count(*) AS count FROM ${teamSessions} WHERE ${teamSessions.seasonId} = ${seasonId} AND ${inList(teamSessions.eventId, made.ids)}`,
    ),
  }).catch((error: unknown) => {
    throw explain(error)
  })
  return { count: after.rows[0]?.count ?? 0 }
}

function explain(error: unknown): unknown {
  if (!(error instanceof AssertionFailed)) return error
  if (error.assertion === gamesFit) return gamesFull()
  if (error.assertion === 'knows-groups') return new AppError('GroupNotFound', { field: 'homeGroupId' })
  if (error.assertion === 'may-manage') return new AppError('NotAllowed')
  return new AppError('SessionsFull', { values: { max: maxSessions } })
}

type Fill = { seasonId: string; eventIds: string[]; attendance: 'joined' | 'invited'; actorId: string; isFirst: boolean }

/** Who comes to these games: the people of both sides, and to a practice all players and captains. First come, first served. */
const selectPlayers = (seasonId: string, eventIds: readonly string[]): SQL => sql`
  SELECT ${teamSessions.eventId} AS eventId, ${seasonRegistrations.userId} AS userId, ${seasonRegistrations.registeredAt} AS place
  FROM ${teamSessions} JOIN ${seasonRegistrations} ON ${seasonRegistrations.seasonId} = ${teamSessions.seasonId}
    JOIN ${seasons} ON ${seasons.id} = ${teamSessions.seasonId}
  WHERE ${and(eq(teamSessions.seasonId, seasonId), inList(teamSessions.eventId, eventIds), inArray(seasonRegistrations.kind, ['player', 'captain']))}
    AND (${teamSessions.homeGroupId} IS NULL OR ${seasonRegistrations.groupId} IN (${teamSessions.homeGroupId}, ${teamSessions.awayGroupId}))
    AND ${isInTeam(seasons.teamId, seasonRegistrations.userId)}`

/** Gives the people of the season their seats in new games, or invites them. A second delivery finds them there already. */
export async function fillSessions({ seasonId, eventIds, attendance, actorId, isFirst }: Fill, { db, now }: JobContext): Promise<void> {
  const who = selectPlayers(seasonId, eventIds)
  const context = { now, newId: () => crypto.randomUUID() }
  if (attendance === 'joined') return joinPeople(db, context, who)
  await inviteToGames(db, context, { who, inviterId: actorId, firstEventId: isFirst ? (eventIds[0] ?? null) : null })
}
