import { isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxRequestsCounted } from '../../domain/team-joining/limits.ts'
import { faceColumnsOf } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { asNumber, asText, computed, select, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { mayDo } from '../teams/may-do.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { isOpenRequest, selectNewestInvitations } from './conditions.ts'
import { teamInvitations as i, teamRequests as r } from './schema.ts'

const u = alias(people, 'u')

/** How many people ask to join each team in which this person may answer. People with a block do not count, because they are not listed. */
export const selectRequestsFor = (userId: string, limit: number) =>
  select(
    { teamId: asText, teamName: asText, count: asNumber },
    sql`SELECT * FROM (SELECT ${communities.id} AS teamId, ${communities.name} AS teamName,
        (SELECT count(*) FROM (SELECT 1 FROM ${r} WHERE ${r.teamId} = ${communities.id} AND ${isOpenRequest} AND ${hasNoBlock(userId, r.userId)}
          LIMIT ${maxRequestsCounted})) AS count
      FROM ${communityMembers} CROSS JOIN ${communities} ON ${communities.id} = ${communityMembers.teamId} AND ${communities.deletedAt} IS NULL
      WHERE ${communityMembers.userId} = ${userId} AND ${mayDo(communityMembers, 'members.add')}
      ORDER BY ${communityMembers.joinedAt}) WHERE count > 0 LIMIT ${limit}`,
  )

/** The teams that this person was invited to, the newest invitation first. Two invitations to one team are one row. */
export const selectInvitationsTo = (userId: string, { now, limit }: { now: number; limit: number }) =>
  selectFields(
    {
      ...faceColumnsOf(u),
      teamId: computed(sql`${communities.id}`, asText),
      teamName: computed(sql`${communities.name}`, asText),
    },
    sql`FROM (${selectNewestInvitations(userId, { now, limit })}) newest CROSS JOIN ${i} ON ${i.id} = newest.id
      CROSS JOIN ${communities} ON ${communities.id} = ${i.teamId} AND ${communities.deletedAt} IS NULL
      CROSS JOIN ${people} ${u} ON ${u.id} = ${i.inviterId} AND ${isNull(u.deletedAt)}
      GROUP BY ${i.teamId} ORDER BY max(${i.createdAt}) DESC LIMIT ${limit}`,
  )
