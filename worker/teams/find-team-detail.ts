import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { can } from '../../domain/access/can.ts'
import { maxCustomRoles } from '../../domain/teams/custom-roles-contract.ts'
import { maxFacesShown, type TeamDetail } from '../../domain/teams/detail-contract.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { sellerOf } from '../memberships/shared.ts'
import { selectOrganizationsOf, selectOrganizationsThatAsk } from '../organizations/of-team.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asOneOf, computed, selectFields } from '../platform/row-query.ts'
import { hasNoBlock, showsGamesTo } from '../privacy/reach.ts'
import { selectUnreadAnnouncements } from '../team-announcements/unread.ts'
import { followsTeam } from '../team-follows/shared.ts'
import { hasAsked } from '../team-joining/conditions.ts'
import { selectInviter, selectRequestCount } from '../team-joining/viewer-state.ts'
import { isTeam } from './actor.ts'
import { cityColumns, withCity } from './city-columns.ts'
import { selectCustomRoleName } from './custom-roles.ts'
import { mayDo } from './may-do.ts'
import { isInTeam } from './members.ts'
import { selectOwnOffer, toOffer } from './own-hand-over.ts'
import { publicFactColumns, withPublicFacts } from './public-facts.ts'
import { teamCustomRoles, teamMembers, teams } from './schema.ts'

const u = alias(people, 'u')
const m = alias(teamMembers, 'm')
const own = alias(teamMembers, 'own')

const selectTeam = (db: Database, viewerId: string | null, id: string) =>
  db
    .select({
      id: teams.id,
      name: teams.name,
      description: teams.description,
      createdAt: teams.createdAt,
      activity: teams.activity,
      ...cityColumns,
      joinMode: teams.joinMode,
      mainColor: teams.mainColor,
      secondColor: teams.secondColor,
      members: teams.members,
      followers: teams.followers,
      isFollowing: sql<number>`${viewerId === null ? sql`0` : followsTeam(viewerId, teams.id)}`.as('isFollowing'),
      ...publicFactColumns(viewerId),
      sellerId: sql<string | null>`${sellerOf(viewerId, teams)}`.as('sellerId'),
      role: own.role,
      rights: own.rights,
      customRole: selectCustomRoleName(own.customRoleId).as('customRole'),
      unreadAnnouncements: sql<number | null>`iif(${own.role} IS NULL, NULL, (${selectUnreadAnnouncements({
        teamId: teams.id,
        userId: viewerId ?? '',
        role: own.role,
        rights: own.rights,
        joinedAt: own.joinedAt,
      })}))`.as('unreadAnnouncements'),
      hasAsked: sql<number>`${viewerId === null ? sql`0` : hasAsked(teams.id, viewerId)}`.as('hasAsked'),
      requests: sql<number | null>`iif(${mayDo(own, 'members.add')}, (${selectRequestCount(teams.id)}), NULL)`.as('requests'),
    })
    .from(teams)
    .leftJoin(own, and(eq(own.teamId, teams.id), eq(own.userId, sql`${viewerId}`)))
    .where(isTeam(id))

/** How many members are read to find some whom the viewer may see. */
const maxMembersRead = 12

/** Members see each other, and other people see members who share their games with them. Nobody sees a person with a block. */
const selectFaces = (viewerId: string, teamId: string) =>
  selectFields(
    { ...faceColumnsOf(u), role: computed(sql`first.role`, asOneOf(teamRoles)) },
    sql`FROM (SELECT ${m.userId} AS userId, ${m.role} AS role FROM ${teamMembers} ${m} WHERE ${m.teamId} = ${teamId}
        ORDER BY ${m.rank}, ${m.joinedAt}, ${m.userId} LIMIT ${maxMembersRead}) first
      CROSS JOIN ${people} ${u} ON ${u.id} = first.userId AND ${u.deletedAt} IS NULL
      WHERE ${hasNoBlock(viewerId, u.id)} AND (${isInTeam(teamId, viewerId)} OR ${showsGamesTo(viewerId, u.id)}) LIMIT ${maxFacesShown}`,
  )

const selectRolesForMembers = (viewerId: string, teamId: string) =>
  selectFields(
    { name: teamCustomRoles.name, rights: teamCustomRoles.rights },
    sql`FROM ${teamCustomRoles} WHERE ${teamCustomRoles.teamId} = ${teamId} AND ${isInTeam(teamId, viewerId)}
      ORDER BY ${teamCustomRoles.nameKey} LIMIT ${maxCustomRoles}`,
  )

/** Everything on the page of a community except its games, in one round trip. Null if there is no such community. */
export async function findTeamDetail(
  db: Database,
  { viewerId, now }: { viewerId: string | null; now: number },
  id: string,
): Promise<TeamDetail | null> {
  const { team, faces, customRoles, inviter, offer, organizations, askedBy } = await runBatch(db, {
    team: selectTeam(db, viewerId, id),
    faces: viewerId === null ? [] : [selectFaces(viewerId, id)],
    customRoles: viewerId === null ? [] : [selectRolesForMembers(viewerId, id)],
    organizations: selectOrganizationsOf(db, id),
    askedBy: viewerId === null ? [] : [selectOrganizationsThatAsk(db, id, viewerId)],
    inviter: viewerId === null ? [] : [selectInviter(viewerId, id, now)],
    offer: viewerId === null ? [] : [selectOwnOffer(db, { userId: viewerId, now }, id)],
  })
  const [row] = team.rows
  if (!row) return null
  return {
    ...withPublicFacts(withCity(row)),
    rights: row.rights ?? [],
    customRoles: customRoles.flatMap(({ rows }) => rows),
    faces: faces.flatMap(({ rows }) => rows.map(({ role, ...face }) => ({ ...toFace(face), role }))),
    organizations: organizations.rows,
    askedBy: can({ role: row.role, rights: row.rights ?? [] }, 'organizations.join') ? askedBy.flatMap(({ rows }) => rows) : [],
    isFollowing: row.isFollowing === 1,
    hasAsked: row.hasAsked === 1,
    invitedBy: inviter.flatMap(({ rows }) => rows.map(toFace))[0] ?? null,
    handOver: offer.flatMap(({ rows }) => rows.map(toOffer))[0] ?? null,
  }
}
