import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { rolesThatCan } from '../../domain/access/can.ts'
import { quietDuration } from '../../domain/team-joining/rules.ts'
import { people } from '../accounts/shared.ts'
import { inList } from '../platform/columns.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { communityMembers } from '../teams/shared.ts'
import { teamInvitations as i, teamRequests as r } from './schema.ts'

type Id = SQLWrapper | string

/** The account exists and others can see who it is. */
export const isCompletePerson = (userId: Id): SQL =>
  sql`EXISTS (SELECT 1 FROM ${people} WHERE ${people.id} = ${userId} AND ${people.deletedAt} IS NULL AND ${people.completedAt} IS NOT NULL)`

const isOwn = (teamId: Id, userId: Id): SQL => sql`${r.teamId} = ${teamId} AND ${r.userId} = ${userId}`

/** A request of this person was declined, or they were removed, not long ago. */
export const isKeptOut = (teamId: Id, userId: Id, now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${r} WHERE ${isOwn(teamId, userId)} AND ${r.declinedAt} > ${now - quietDuration})`

/** What the person sees of their request. It looks open after it was declined. */
export const hasAsked = (teamId: Id, userId: Id): SQL =>
  sql`EXISTS (SELECT 1 FROM ${r} WHERE ${isOwn(teamId, userId)} AND NOT ${r.isTakenBack})`

/** The rows of requests that wait for an answer. */
export const isOpenRequest = sql`${r.declinedAt} IS NULL AND NOT ${r.isTakenBack}`

/** The rows of invitations that this person can accept: whoever sent it may still invite, and has no block with them. */
export const isOpenInvitation = (userId: Id, now: number): SQL => sql`
  ${i.expiresAt} > ${now} AND ${i.uses} < ${i.maxUses} AND (${i.userId} IS NULL OR ${i.userId} = ${userId})
    AND EXISTS (SELECT 1 FROM ${communityMembers} WHERE ${communityMembers.teamId} = ${i.teamId} AND ${communityMembers.userId} = ${i.inviterId}
      AND ${inList(communityMembers.role, rolesThatCan('members.invite'))})
    AND ${hasNoBlock(userId, i.inviterId)}`
