import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { quietDuration } from '../../domain/team-joining/rules.ts'
import { people } from '../accounts/shared.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { mayDo } from '../teams/may-do.ts'
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

const isToAccount = (userId: Id): SQL => sql`${i.userId} = ${userId}`

const isToEmail = (userId: Id): SQL => sql`${i.emailKey} = (SELECT ${people.emailKey} FROM ${people}
  WHERE ${people.id} = ${userId} AND ${people.emailVerifiedAt} IS NOT NULL AND ${people.deletedAt} IS NULL)`

/** The rows of invitations to this person: by account, or by the email that they have verified. */
export const isInvitationTo = (userId: Id): SQL => sql`(${isToAccount(userId)} OR ${isToEmail(userId)})`

/** The ids of the newest open invitations to this person. Both ways of inviting have an index in this order, so few rows are read. */
export function selectNewestInvitations(userId: string, { now, limit }: { now: number; limit: number }): SQL {
  const newest = (isOfKind: SQL) =>
    sql`SELECT * FROM (SELECT ${i.id} AS id FROM ${i} WHERE ${isOfKind} AND ${isValid(userId, now)} ORDER BY ${i.createdAt} DESC LIMIT ${limit})`
  return sql`${newest(isToAccount(userId))} UNION ALL ${newest(isToEmail(userId))}`
}

const isLink = sql`(${i.userId} IS NULL AND ${i.emailKey} IS NULL)`

/** The rows of invitations that this person can accept: a link or one to them, from somebody who may still invite and has no block with them. */
export const isOpenInvitation = (userId: Id, now: number): SQL => sql`(${isLink} OR ${isInvitationTo(userId)}) AND ${isValid(userId, now)}`

/** The rows of invitations to this person, without links, that they can accept. */
export const isOpenInvitationTo = (userId: Id, now: number): SQL => sql`${isInvitationTo(userId)} AND ${isValid(userId, now)}`

/** Without an account, a person can see what an email or a link invites to, and then sign up. */
export const isShownSignedOut = (now: number): SQL => sql`${i.userId} IS NULL AND ${isValid('', now)}`

const isValid = (userId: Id, now: number): SQL => sql`
  ${i.expiresAt} > ${now} AND ${i.uses} < ${i.maxUses}
    AND EXISTS (SELECT 1 FROM ${communityMembers} WHERE ${communityMembers.teamId} = ${i.teamId} AND ${communityMembers.userId} = ${i.inviterId}
      AND ${mayDo(communityMembers, 'members.invite')})
    AND ${hasNoBlock(userId, i.inviterId)}`
