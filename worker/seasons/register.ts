import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { Register } from '../../domain/seasons/contract.ts'
import { judgeRegistration } from '../../domain/seasons/rules.ts'
import { latestLocalDate } from '../../domain/time/clock.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { asBoolean, orNull, select } from '../platform/row-query.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { isInTeam } from '../teams/members.ts'
import { countPeople } from './count-people.ts'
import { requireTeamOf } from './queries.ts'
import { recordRegistration } from './record-change.ts'
import { seasonGroups, seasonRegistrations, seasons, teamSessions } from './schema.ts'

const other = alias(seasonRegistrations, 'other')
const current = alias(seasonRegistrations, 'current')

/**
 * Registers a member for a season, or changes how they take part. Members register themselves, without a group, until the season is
 * over. Organizers register anyone, and give out the places in the groups.
 */
export async function register(
  db: Database,
  clock: Clock,
  actor: Actor,
  { seasonId, userId }: { seasonId: string; userId: string },
  { kind, groupId }: Register,
): Promise<void> {
  const { now, newId } = clock
  const teamId = await requireTeamOf(db, seasonId)
  const isOwn = actor.id === userId
  const inGroup = countPeople(groupId, { userId })
  const hasOtherCaptain = sql`EXISTS (SELECT 1 FROM ${seasonRegistrations} ${other}
    WHERE ${other.groupId} = ${groupId} AND ${other.kind} = 'captain' AND ${other.userId} <> ${userId})`
  const currentGroup = sql`(SELECT ${current.groupId} FROM ${seasonRegistrations} ${current}
    WHERE ${current.seasonId} = ${seasonId} AND ${current.userId} = ${userId})`
  const isFull = sql`(${seasonGroups.size} IS NOT NULL AND ${inGroup} >= ${seasonGroups.size})`
  const isGroup = sql`${seasonGroups.id} = ${groupId} AND ${seasonGroups.seasonId} = ${seasonId}`
  const hasPlace =
    groupId === null
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM ${seasonGroups} WHERE ${isGroup} AND NOT ${isFull})
          ${kind === 'captain' ? sql`AND NOT ${hasOtherCaptain}` : sql``}`
  const mayRegister =
    isOwn && groupId === null
      ? sql`(${canAct(actor, teamId, 'seasons.manage')} OR (${canAct(actor, teamId, 'seasons.view')} AND ${currentGroup} IS NULL AND ${seasons.endsOn} >= ${latestLocalDate(now)}))`
      : canAct(actor, teamId, 'seasons.manage')
  const isRegistered = sql`${isInTeam(teamId, userId)} AND ${mayRegister} AND ${hasPlace}`

  const { facts, season, group, registered } = await runBatch(db, {
    facts: selectFacts(actor, teamId, userId),
    season: select(
      { endsOn: seasons.endsOn, currentGroupId: orNull(seasonRegistrations.groupId) },
      sql`SELECT ${seasons.endsOn} AS endsOn, ${currentGroup} AS currentGroupId FROM ${seasons} WHERE ${seasons.id} = ${seasonId}`,
    ),
    group: select(
      { isFull: asBoolean, hasOtherCaptain: asBoolean },
      sql`SELECT ${isFull} AS isFull, ${hasOtherCaptain} AS hasOtherCaptain FROM ${seasonGroups} WHERE ${isGroup}`,
    ),
    recorded: isOwn ? [] : [recordRegistration(clock, actor, { teamId, seasonId }, { userId, kind, groupId }, isRegistered)],
    registered: insertSelect(
      seasonRegistrations,
      { seasonId: seasons.id, userId, endsOn: seasons.endsOn, registeredAt: now, kind, groupId },
      sql`FROM ${seasons} WHERE ${eq(seasons.id, seasonId)} AND ${isRegistered}
        ${onConflictUpdate(seasonRegistrations, ['seasonId', 'userId'], {
          kind: excluded(seasonRegistrations.kind),
          groupId: excluded(seasonRegistrations.groupId),
          isCopied: false,
          submissionId: null,
        })}`,
    ),
    // Games that were made earlier: seats or invitations like everyone else.
    joined: putInOutbox(
      'work',
      [{ id: `join-sessions:${newId()}`, body: { kind: 'join-sessions', seasonId, userId, actorId: actor.id ?? '' } }],
      {
        now,
        when: sql`changes() > 0 AND ${kind === 'player' || kind === 'captain' ? 1 : 0} AND EXISTS (SELECT 1 FROM ${teamSessions}
        WHERE ${teamSessions.seasonId} = ${seasonId} AND ${teamSessions.attendance} IS NOT NULL)`,
      },
    ),
  })
  if (registered.changes > 0) return
  const { actorRoles, targetRole } = readFacts(actor, facts)
  const [{ endsOn = '', currentGroupId = null } = {}] = season.rows
  const isOver = endsOn < latestLocalDate(now)
  const reasons = { target: targetRole, isOwn, kind, groupId, currentGroupId, isOver, group: group.rows[0] ?? null }
  throw judgeRegistration(actorRoles, reasons) ?? new AppError('Conflict')
}
