import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { EventLocation, Repeat } from '../../domain/events/form-contract.ts'
import type { Attendance, MadeSessions, MakeSessions, SessionPattern, SessionPlan } from '../../domain/seasons/pattern-contract.ts'
import { planSessions } from '../../domain/seasons/plan-sessions.ts'
import { maxSessions } from '../../domain/seasons/results-contract.ts'
import { judgeSeasonChange, seasonNotFound } from '../../domain/seasons/rules.ts'
import { selectCityZone } from '../cities/queries.ts'
import { createGames, gamesFit, gamesFull } from '../events/create-games.ts'
import { type ResolvedLocation, resolveLocation } from '../events/resolve-location.ts'
import { games } from '../events/shared.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { AssertionFailed, mustHold, runBatch } from '../platform/batch.ts'
import { inList, insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asNumber, asText, computed, orNull, select, selectFields } from '../platform/row-query.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { communities } from '../teams/shared.ts'
import { requireTeamOf, seasonColumns } from './queries.ts'
import { seasonGroups, seasons, teamSessions } from './schema.ts'
import { touchResults } from './table.ts'

/** The season and its clock for someone who may plan its games. A community without a home city uses the clock of the place. */
export async function readPlanning(db: Database, actor: Actor, seasonId: string, location: EventLocation) {
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
  const where = await resolveLocation(db, location)
  return { teamId, where, season: row, timeZone: row.zone ?? where.timeZone }
}

/** Lists the games of a pattern, at the same time on the clock of the community. */
export async function previewSessions(
  db: Database,
  now: number,
  actor: Actor,
  seasonId: string,
  pattern: SessionPattern,
): Promise<SessionPlan & { teamId: string; where: ResolvedLocation }> {
  const { teamId, where, season, timeZone } = await readPlanning(db, actor, seasonId, pattern.where)
  return { teamId, where, timeZone, sessions: planSessions(pattern, { season, zone: timeZone, now }) }
}

type NewSession = { startsAt: number; endsAt: number; homeGroupId: string | null; awayGroupId: string | null }
type NewSessions = {
  seasonId: string
  teamId: string
  form: Pick<MakeSessions, 'activity' | 'title' | 'where' | 'capacity'>
  where: ResolvedLocation
  rule: Repeat | null
  sessions: readonly NewSession[]
  attendance: Attendance
  idempotencyKey: string
}

/**
 * Makes games of a season: all of them in one batch, or none. A job then gives the people of the season their seats or invitations. A
 * repeated request with the same key makes nothing.
 */
export async function createSessions(
  db: Database,
  { now }: Clock,
  actor: Actor,
  { seasonId, teamId, form: { activity, title, where: given, capacity }, where, rule, sessions, attendance, idempotencyKey }: NewSessions,
): Promise<MadeSessions> {
  const actorId = actor.id ?? ''
  const made = await createGames(db, {
    actorId,
    form: {
      ...{ activity, title, description: '', where: given, levelMin: null, levelMax: null, capacity, slots: [], maxGuests: 0 },
      ...{ visibility: 'team', teamId, needsApproval: false, questions: [], leaveMinutes: 0, waitlistMode: 'order' },
      ...{ plusJoinsEarly: false, pricing: null, formId: null, coHosts: [] },
    },
    where,
    rule,
    dates: sessions,
    key: JSON.stringify([seasonId, idempotencyKey]),
    now,
  })
  const rows = sessions.map(({ homeGroupId, awayGroupId }, index) => ({ id: made.ids[index], homeGroupId, awayGroupId }))
  const groupIds = [...new Set(sessions.flatMap((session) => [session.homeGroupId, session.awayGroupId]))].filter((id) => id !== null)
  const knownGroups = sql`(SELECT count(*) FROM ${seasonGroups}
    WHERE ${seasonGroups.seasonId} = ${seasonId} AND ${inList(seasonGroups.id, groupIds)})`
  const ofSeason = sql`(SELECT count(*) FROM ${teamSessions} WHERE ${teamSessions.seasonId} = ${seasonId})`
  const fill = { id: `fill-sessions:${made.ids[0]}`, body: { kind: 'fill-sessions', seasonId, eventIds: made.ids, attendance, actorId } }
  const { after } = await runBatch(db, {
    games: made.statements,
    mayManage: mustHold('may-manage', canAct(actor, teamId, 'seasons.manage')),
    knowsGroups: mustHold('knows-groups', sql`${knownGroups} = ${groupIds.length}`),
    sessions: insertSelect(
      teamSessions,
      {
        ...{ eventId: games.id, seasonId, homeGroupId: sql`made.value->>'homeGroupId'`, awayGroupId: sql`made.value->>'awayGroupId'` },
        attendance,
      },
      sql`FROM json_each(${JSON.stringify(rows)}) made CROSS JOIN ${games} ON ${games.id} = made.value->>'id'
        WHERE ${made.isNew} ON CONFLICT DO NOTHING`,
    ),
    fit: mustHold('sessions-fit', sql`${ofSeason} <= ${maxSessions}`),
    touched: touchResults(seasonId, made.isNew),
    filled: putInOutbox('work', [fill], { now, when: made.isNew }),
    after: select(
      { count: asNumber },
      sql`SELECT count(*) AS count FROM ${teamSessions} WHERE ${teamSessions.seasonId} = ${seasonId} AND ${inList(teamSessions.eventId, made.ids)}`,
    ),
  }).catch((error: unknown) => {
    throw explain(error, rule === null ? 'games' : 'homeGroupId')
  })
  return { count: after.rows[0]?.count ?? 0 }
}

/** Makes a game of the season on each day of a pattern. */
export async function makeSessions(
  db: Database,
  clock: Clock,
  actor: Actor,
  seasonId: string,
  request: MakeSessions,
): Promise<MadeSessions> {
  const { weekdays, except, homeGroupId, awayGroupId, attendance, idempotencyKey } = request
  const { teamId, where, sessions } = await previewSessions(db, clock.now, actor, seasonId, request)
  const until = sessions.at(-1)?.date ?? null
  return createSessions(db, clock, actor, {
    ...{ seasonId, teamId, form: request, where, attendance, idempotencyKey },
    rule: { every: 'week', interval: 1, weekdays, count: null, until, except },
    sessions: sessions.map(({ startsAt, endsAt }) => ({ startsAt, endsAt, homeGroupId, awayGroupId })),
  })
}

function explain(error: unknown, groupField: string): unknown {
  if (!(error instanceof AssertionFailed)) return error
  if (error.assertion === gamesFit) return gamesFull()
  if (error.assertion === 'knows-groups') return new AppError('GroupNotFound', { field: groupField })
  if (error.assertion === 'may-manage') return new AppError('NotAllowed')
  return new AppError('SessionsFull', { values: { max: maxSessions } })
}
