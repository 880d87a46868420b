import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { communityMembers } from '../teams/shared.ts'
import { teamHourShares } from './schema.ts'

export const member = alias(communityMembers, 'member')
export const share = alias(teamHourShares, 'share')

/** The members who share their hours. A row is only valid for the membership in which it was made. */
export const joinMembership = sql`${teamHourShares} ${share} CROSS JOIN ${communityMembers} ${member}
  ON ${member.teamId} = ${share.teamId} AND ${member.userId} = ${share.userId} AND ${share.sharedSince} >= ${member.joinedAt}`

/** SQL condition: the person shares their hours with the team. */
export const sharesHours = (teamId: SQLWrapper | string, userId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${joinMembership} WHERE ${share.teamId} = ${teamId} AND ${share.userId} = ${userId})`
