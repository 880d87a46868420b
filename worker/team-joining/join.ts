import { and, eq, sql } from 'drizzle-orm'
import type { JoinTeamAnswer } from '../../domain/team-joining/contract.ts'
import { judgeJoining, quietDuration } from '../../domain/team-joining/rules.ts'
import { teamNotFound } from '../../domain/teams/rules.ts'
import { notifyOf } from '../notifications/commands.ts'
import { countOutreach, explainLimits, isWithinLimits, selectOutreachCounts } from '../outreach/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { asPerson, countMembers, isTeam } from '../teams/actor.ts'
import { selectOwner } from '../teams/hand-over.ts'
import { insertMember } from '../teams/insert-member.ts'
import { hasPlace, isInTeam } from '../teams/members.ts'
import { recordChange } from '../teams/record-change.ts'
import { communities } from '../teams/shared.ts'
import { hasAsked, isCompletePerson, isKeptOut } from './conditions.ts'
import { endJoiningOf } from './end-joining.ts'
import { notifyOfMember } from './notify-of-member.ts'
import { teamRequests } from './schema.ts'

/**
 * Joins an open team at once, and asks to join another. Also in an open team, a person must ask if they were removed or declined not
 * long ago, or if there is a block between them and the owner. Doing it again changes nothing.
 */
export async function joinTeam(
  db: Database,
  { now, newId, platform }: CommandContext,
  userId: string,
  teamId: string,
  message: string,
): Promise<JoinTeamAnswer> {
  const sent = { kind: 'joinRequest', senderId: userId, now } as const
  const isOwn = and(eq(teamRequests.teamId, teamId), eq(teamRequests.userId, userId))
  const mayJoin = sql`${isTeam(teamId)} AND ${hasPlace(teamId)} AND ${isCompletePerson(userId)} AND NOT ${isInTeam(teamId, userId)}`
  const { team, counts, state } = await runBatch(db, {
    team: db
      .select({ joinMode: communities.joinMode, members: communities.members, maxMembers: communities.maxMembers })
      .from(communities)
      .where(isTeam(teamId)),
    counts: selectOutreachCounts(sent, ''),
    joined: insertMember(
      { teamId: communities.id, userId, joinedAt: now },
      sql`FROM ${communities} WHERE ${mayJoin} AND ${communities.joinMode} = 'open' AND NOT ${isKeptOut(teamId, userId, now)}
        AND ${hasNoBlock(userId, selectOwner(teamId))}`,
    ),
    recorded: recordChange({ now, newId }, asPerson(userId), teamId, { kind: 'member-added', personId: userId, newRole: 'member' }),
    notifiedOfMember: notifyOfMember({ now, newId, platform }, teamId, userId),
    ended: endJoiningOf(teamId, userId, isInTeam(teamId, userId)),
    forgotten: db.delete(teamRequests).where(and(isOwn, sql`${teamRequests.declinedAt} <= ${now - quietDuration}`)),
    // A declined request looks open again, and reaches nobody.
    shownAgain: updateSet(
      teamRequests,
      { isTakenBack: false },
      sql`WHERE ${isOwn} AND ${teamRequests.isTakenBack} AND EXISTS (SELECT 1 FROM ${communities} WHERE ${mayJoin} AND ${communities.joinMode} <> 'invite')`,
    ),
    asked: insertSelect(
      teamRequests,
      { teamId: communities.id, userId, message, createdAt: now },
      sql`FROM ${communities} WHERE ${mayJoin} AND ${communities.joinMode} <> 'invite' AND ${isWithinLimits(sent, '')} ON CONFLICT DO NOTHING`,
    ),
    counted: countOutreach(sent, { id: newId(), recipientId: null }),
    notifiedOfRequest: notifyOf(
      { kind: 'team-join-asked', teamId, actorId: userId, at: now },
      { id: newId(), now, platform },
      sql`changes() > 0`,
    ),
    members: countMembers(teamId),
    state: select(
      { isMember: asBoolean, hasAsked: asBoolean },
      sql`SELECT ${isInTeam(teamId, userId)} AS isMember, ${hasAsked(teamId, userId)} AS hasAsked`,
    ),
  })
  const [found] = team.rows
  if (!found) throw teamNotFound()
  if (state.rows[0]?.isMember) return { result: 'joined' }
  if (state.rows[0]?.hasAsked) return { result: 'asked' }
  const refusal = judgeJoining(found)
  throw refusal.code === 'Conflict' ? (explainLimits('joinRequest', counts) ?? refusal) : refusal
}

/** Takes a request back. A declined one is kept for a while without being shown. Doing it again changes nothing. */
export async function takeBackRequest(db: Database, userId: string, teamId: string): Promise<void> {
  const isOwn = and(eq(teamRequests.teamId, teamId), eq(teamRequests.userId, userId))
  await runBatch(db, {
    hidden: updateSet(teamRequests, { isTakenBack: true }, sql`WHERE ${isOwn} AND ${teamRequests.declinedAt} IS NOT NULL`),
    deleted: db.delete(teamRequests).where(and(isOwn, sql`${teamRequests.declinedAt} IS NULL`)),
  })
}
