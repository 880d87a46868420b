import { and, inArray, sql } from 'drizzle-orm'
import type { DateHours } from '../../domain/availability/contract.ts'
import { findFreeIntervals } from '../../domain/availability/find-free-time.ts'
import { AppError } from '../../domain/errors.ts'
import type { MadeSessions } from '../../domain/seasons/pattern-contract.ts'
import { checkGames, type FreeTimes, listStarts, planGames } from '../../domain/seasons/plan-games.ts'
import type { MakeMatches, MatchPlan, PlanForm } from '../../domain/seasons/planner-contract.ts'
import { day, type Interval } from '../../domain/time/spans.ts'
import { sharedAvailability } from '../availability/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asJson, asText, select } from '../platform/row-query.ts'
import { joinMembership, share } from '../team-hours/shares-hours.ts'
import type { Actor } from '../teams/actor.ts'
import { createSessions, readPlanning } from './make-sessions.ts'
import { seasonGroups, seasonRegistrations } from './schema.ts'

/** So many people of each group are looked at. */
const maxPeople = 300

const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** The people of the groups who share their hours with the community. */
const selectSharing = (teamId: string, groupIds: readonly string[], { start, end }: Interval) =>
  select(
    {
      groupId: asText,
      timeZone: sharedAvailability.timeZone,
      weekly: sharedAvailability.weekly,
      dates: asJson<DateHours[]>(),
    },
    sql`SELECT ${seasonRegistrations.groupId} AS groupId, ${sharedAvailability.timeZone} AS timeZone, ${sharedAvailability.weekly} AS weekly,
        (SELECT json_group_array(json(value)) FROM json_each(${sharedAvailability.dates})
          WHERE value->>'date' BETWEEN ${dateOf(start - 2 * day)} AND ${dateOf(end + 2 * day)}) AS dates
      FROM ${seasonRegistrations} CROSS JOIN ${joinMembership} AND ${share.teamId} = ${teamId} AND ${share.userId} = ${seasonRegistrations.userId}
        CROSS JOIN ${sharedAvailability} ON ${sharedAvailability.userId} = ${share.userId}
      WHERE ${inList(seasonRegistrations.groupId, groupIds)} LIMIT ${maxPeople}`,
  )

/** Plans who plays whom and when, with the hours that the people of the groups share. Makes nothing. */
export async function planSeasonGames(db: Database, now: number, actor: Actor, seasonId: string, form: PlanForm): Promise<MatchPlan> {
  const { groupIds } = form
  const { teamId, season, timeZone } = await readPlanning(db, actor, seasonId, form.where)
  const frame = { season, zone: timeZone, now }
  const starts = listStarts(form, frame)
  const window = { start: starts[0]?.start ?? now, end: starts.at(-1)?.end ?? now }
  const { groups, sharing } = await runBatch(db, {
    groups: db
      .select({ id: seasonGroups.id })
      .from(seasonGroups)
      .where(and(sql`${seasonGroups.seasonId} = ${seasonId}`, inArray(seasonGroups.id, [...groupIds]))),
    sharing: selectSharing(teamId, groupIds, window),
  })
  if (groups.rows.length !== groupIds.length) throw new AppError('GroupNotFound', { field: 'groupIds' })
  const free = groupIds.map(
    (groupId): FreeTimes => ({
      groupId,
      people: sharing.rows
        .filter((row) => row.groupId === groupId)
        .map(({ timeZone: zone, weekly, dates }) =>
          findFreeIntervals({ timeZone: zone, weeklyAvailability: weekly, dateSpecificAvailability: dates }, window.start, window.end),
        ),
    }),
  )
  return planGames(form, frame, free)
}

/** Makes the games of a plan as the organizer saw it: all of them, or none. */
export async function makeMatches(db: Database, clock: Clock, actor: Actor, seasonId: string, request: MakeMatches): Promise<MadeSessions> {
  const { games, durationMinutes, attendance, idempotencyKey } = request
  const { teamId, where, season, timeZone } = await readPlanning(db, actor, seasonId, request.where)
  const sessions = checkGames(games, durationMinutes, { season, zone: timeZone, now: clock.now })
  return createSessions(db, clock, actor, { seasonId, teamId, form: request, where, rule: null, sessions, attendance, idempotencyKey })
}
