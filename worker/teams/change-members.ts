import { and, ne, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { judgeAddition, judgeLeaving, judgeRemoval } from '../../domain/teams/rules.ts'
import { people } from '../accounts/shared.ts'
import { endCalendarAddress } from '../calendar-addresses/commands.ts'
import { closePagesOfLeaver } from '../dues/queue-settling.ts'
import { endGamesOfMember } from '../events/end-games-of-member.ts'
import { notifyOf } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Clock, CommandContext } from '../platform/from-request.ts'
import { endRosterEntry } from '../roster/delete-details.ts'
import { endRegistrations } from '../seasons/commands.ts'
import { endReading } from '../team-announcements/commands.ts'
import { endHourSharing } from '../team-hours/commands.ts'
import { endInvitationsBy, endJoiningOf, keepOut } from '../team-joining/end-joining.ts'
import {
  type Actor,
  asPerson,
  canAct,
  canChangeMember,
  countMembers,
  isMemberRow,
  isTeam,
  readFacts,
  refuseUnknownPerson,
  selectFacts,
} from './actor.ts'
import { endHandOversToLeavers } from './end-hand-overs.ts'
import { endMembership } from './end-membership.ts'
import { insertMember } from './insert-member.ts'
import { hasPlace, isInTeam } from './members.ts'
import { recordChange, recordMemberChange } from './record-change.ts'
import { teamMembers, teams } from './schema.ts'

/** Adds a person as a member. Returns false if they are in the team already, in any role. */
export async function addMember(db: Database, clock: Clock, actor: Actor, teamId: string, userId: string): Promise<boolean> {
  const { now } = clock
  const { facts, added } = await runBatch(db, {
    facts: selectFacts(actor, teamId, userId),
    added: insertMember(
      { teamId: teams.id, userId, joinedAt: now },
      sql`FROM ${teams} WHERE ${isTeam(teamId)} AND ${canAct(actor, teamId, 'members.add')} AND ${hasPlace(teamId)}
        AND NOT EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${userId} AND ${people.deletedAt} IS NOT NULL)`,
    ),
    recorded: recordChange(clock, actor, teamId, { kind: 'member-added', personId: userId, newRole: 'member' }),
    joiningEnded: endJoiningOf(teamId, userId, isInTeam(teamId, userId)),
    counted: countMembers(teamId),
  }).catch(refuseUnknownPerson(new AppError('NewMemberNotFound')))
  if (added.changes > 0) return true
  const { actorRoles, targetRole, maxMembers } = readFacts(actor, facts)
  const refusal = judgeAddition(actorRoles, targetRole === null, maxMembers)
  if (refusal) throw refusal
  return false
}

/** Removes a member, and notifies them. */
export async function removeMember(db: Database, context: CommandContext, actor: Actor, teamId: string, userId: string): Promise<void> {
  const { now, newId, platform } = context
  const changeId = newId()
  const { facts, removed } = await runBatch(db, {
    facts: selectFacts(actor, teamId, userId),
    recorded: recordMemberChange(
      context,
      actor,
      { id: changeId, kind: 'member-removed', personId: userId },
      and(isMemberRow(teamId, userId), canChangeMember(actor, teamId, 'members.remove')),
    ),
    ...endMembership(db, teamId, userId, now),
    notified: notifyOf(
      { kind: 'team-member-removed', changeId },
      { id: `team-member-removed:${changeId}`, now, platform },
      sql`changes() > 0`,
    ),
    keptOut: keepOut(teamId, userId, now),
    invitationsEnded: endInvitationsBy(teamId, userId, sql`NOT ${isInTeam(teamId, userId)}`),
    registrationsEnded: endRegistrations(db, { teamId, userId, now }),
    hoursEnded: endHourSharing(db, teamId, userId),
    calendarEnded: endCalendarAddress(teamId, userId),
    readingEnded: endReading(db, teamId, userId),
    rosterEntryEnded: endRosterEntry(db, teamId, userId),
    duePagesClosed: closePagesOfLeaver(teamId, userId, now),
    handOversEnded: endHandOversToLeavers(teamId, now),
    gamesEnded: endGamesOfMember({ teamId, userId, now, isRemoved: true }),
    counted: countMembers(teamId),
  })
  if (removed.changes > 0) return
  const { actorRoles, targetRole } = readFacts(actor, facts)
  throw judgeRemoval(actorRoles, targetRole) ?? new AppError('Conflict')
}

/** Owners cannot leave, because every team must have an owner. */
export async function leaveTeam(db: Database, clock: Clock, userId: string, teamId: string): Promise<void> {
  const { now } = clock
  const actor = asPerson(userId)
  const { facts, removed } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    recorded: recordMemberChange(
      clock,
      actor,
      { kind: 'member-left', personId: userId },
      and(isMemberRow(teamId, userId), ne(teamMembers.role, 'owner')),
    ),
    ...endMembership(db, teamId, userId, now),
    invitationsEnded: endInvitationsBy(teamId, userId, sql`NOT ${isInTeam(teamId, userId)}`),
    registrationsEnded: endRegistrations(db, { teamId, userId, now }),
    hoursEnded: endHourSharing(db, teamId, userId),
    calendarEnded: endCalendarAddress(teamId, userId),
    readingEnded: endReading(db, teamId, userId),
    rosterEntryEnded: endRosterEntry(db, teamId, userId),
    duePagesClosed: closePagesOfLeaver(teamId, userId, now),
    handOversEnded: endHandOversToLeavers(teamId, now),
    gamesEnded: endGamesOfMember({ teamId, userId, now, isRemoved: false }),
    counted: countMembers(teamId),
  })
  if (removed.changes > 0) return
  throw judgeLeaving(readFacts(actor, facts).actorRole) ?? new AppError('Conflict')
}
