import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { InvitePeople } from '../../domain/events/join-contract.ts'
import { eventNotFound, judgeInvite } from '../../domain/events/rules.ts'
import { judgeOutreach } from '../../domain/outreach/limits.ts'
import { people } from '../accounts/shared.ts'
import { notifyOf } from '../notifications/commands.ts'
import { countLeftToday, countOutreachTo, isNotAskedTooOften, selectOutreachCounts } from '../outreach/commands.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { selectTeammates } from '../teams/members.ts'
import { communityMembers } from '../teams/shared.ts'
import { selectListPeople } from '../user-lists/queries.ts'
import { hasNoBlockWithHosts, isHostOf, isScheduled } from './acting.ts'
import { eventInvites, events, joiners } from './schema.ts'
import { isActiveIn } from './seat-states.ts'
import { e, j } from './tables.ts'

/** The person who is, or could be, invited. */
export const invitee = alias(people, 'u')

/** Selects the ids of all people to invite, each once. List entries that are only an email address are not looked up. */
const selectInvitees = (inviterId: string, { userIds, listId, teamId }: InvitePeople): SQL => sql`
  SELECT value AS id FROM json_each(${JSON.stringify(userIds)})
  UNION ${selectListPeople(inviterId, listId)}
  UNION ${selectTeammates(inviterId, teamId)}`

const isInEventOrRefused = sql`EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${invitee.id}
  AND (${isActiveIn(j)} OR ${j.state} IN ('refused', 'removed')))`

const isInItsTeam = sql`EXISTS (SELECT 1 FROM ${communityMembers}
  WHERE ${communityMembers.teamId} = ${e.teamId} AND ${communityMembers.userId} = ${invitee.id})`

export const isInvited = sql`EXISTS (SELECT 1 FROM ${eventInvites} WHERE ${eventInvites.eventId} = ${e.id} AND ${eventInvites.userId} = ${invitee.id})`

/** Whether the invitee can see the event, is not in it, was not refused, and has no block with the inviter or a host. */
export const mayBeInvited = (inviterId: string): SQL => sql`
  ${invitee.deletedAt} IS NULL AND ${invitee.completedAt} IS NOT NULL AND ${invitee.id} <> ${inviterId} AND ${hasNoBlock(inviterId, invitee.id)}
  AND NOT ${isHostOf(invitee.id)} AND ${hasNoBlockWithHosts(invitee.id)} AND NOT ${isInEventOrRefused} AND (${e.visibility} <> 'team' OR ${isInItsTeam})`

/** Whether an invitation to this game has no answer. */
export const isUnanswered = (eventId: SQLWrapper | string): SQL => sql`${eventInvites.eventId} = ${eventId}
  AND NOT EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${eventId} AND ${j.userId} = ${eventInvites.userId})`

const selectEvent = (db: Database, eventId: string) =>
  db.select({ state: e.state, publishAt: e.publishAt, startsAt: e.startsAt }).from(e).where(eq(e.id, eventId))

/**
 * Invites people and returns how many were invited. Each person gets one invitation to an event, no matter how many people invite
 * them. People who cannot be invited are left out without an error, because nobody may notice a block.
 */
export async function invitePeople(
  db: Database,
  { now, newId, platform }: CommandContext,
  inviterId: string,
  eventId: string,
  request: InvitePeople,
): Promise<number> {
  const sent = { kind: 'invitation', senderId: inviterId, now } as const
  const { event, counts } = await runBatch(db, { event: selectEvent(db, eventId), counts: selectOutreachCounts(sent, '') })
  const [found] = event.rows
  if (!found) throw eventNotFound()
  const refusal = judgeInvite(found, now) ?? (counts.rows[0] && judgeOutreach('invitation', counts.rows[0]))
  if (refusal) throw refusal
  const { invited } = await runBatch(db, {
    invited: insertSelect(
      eventInvites,
      { eventId: e.id, userId: invitee.id, inviterId, createdAt: now },
      sql`FROM (${selectInvitees(inviterId, request)}) wanted CROSS JOIN ${people} ${invitee} ON ${invitee.id} = wanted.id
          CROSS JOIN ${events} ${e} ON ${e.id} = ${eventId} AND (${e.state} = 'published' OR ${isScheduled}) AND ${e.startsAt} > ${now}
        WHERE ${mayBeInvited(inviterId)} AND NOT ${isInvited} AND ${isNotAskedTooOften(sent, invitee.id)} LIMIT ${countLeftToday(sent)}`,
    ),
    notified: notifyOf({ kind: 'event-invited', eventId, actorId: inviterId, at: now }, { id: newId(), now, platform }, sql`changes() > 0`),
    counted: countOutreachTo(sent, selectSentAt(eventId, inviterId, now)),
  })
  return invited.changes
}

/** The rows of `countOutreachTo`. They still count after a draft with its invitations was deleted. */
const selectSentAt = (eventId: string, inviterId: string, now: number): SQL => sql`
  SELECT 'invitation:' || ${eventInvites.eventId} || ':' || ${eventInvites.userId} AS id, ${eventInvites.userId} AS recipientId
  FROM ${eventInvites} WHERE ${eventInvites.eventId} = ${eventId} AND ${eventInvites.inviterId} = ${inviterId} AND ${eventInvites.createdAt} = ${now}`
