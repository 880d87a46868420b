import { and, eq, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { askedToJoinNotice, invitedToTeamNotice, joinedTeamNotice, requestAcceptedNotice } from '../../domain/team-joining/notices.ts'
import { selectName } from '../accounts/select-name.ts'
import { maxNotifiedAtOnce, noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { mayDo } from '../teams/may-do.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { isOpenRequest } from './conditions.ts'
import { teamInvitations as i, teamRequests as r } from './schema.ts'

const m = alias(communityMembers, 'm')

const selectTeam = (db: Database, teamId: string) =>
  db
    .select({ team: communities.name })
    .from(communities)
    .where(and(eq(communities.id, teamId), isNull(communities.deletedAt)))

/** Those who answer requests, without the people who know already. */
const selectOrganizers = (db: Database, teamId: string, knowing: readonly string[]) =>
  db
    .select({ id: m.userId })
    .from(m)
    .where(and(eq(m.teamId, teamId), mayDo(m, 'members.add'), not(inList(m.userId, knowing))))
    .limit(maxNotifiedAtOnce)

const isMemberSince = (teamId: string, userId: string) => and(eq(m.teamId, teamId), eq(m.userId, userId))

export const teamJoiningNotices: Renderers<'team-joined' | 'team-join-asked' | 'team-request-accepted' | 'team-invited'> = {
  'team-joined': async ({ teamId, actorId, acceptedBy = actorId, at }, { db }) => {
    const { team, name, organizers, member } = await runBatch(db, {
      team: selectTeam(db, teamId),
      name: selectName(db, actorId),
      organizers: selectOrganizers(db, teamId, [actorId, acceptedBy]),
      member: db.select({ id: m.userId }).from(m).where(isMemberSince(teamId, actorId)),
    })
    const [found, actorName] = [team.rows[0], name.rows[0]?.name]
    if (!found || !actorName || member.rows.length === 0) return noDeliveries
    return { deliveries: [{ ...joinedTeamNotice({ ...found, teamId, actorId, actorName, at }), to: organizers.rows.map(({ id }) => id) }] }
  },
  'team-join-asked': async ({ teamId, actorId, at }, { db }) => {
    const { team, name, organizers, request } = await runBatch(db, {
      team: selectTeam(db, teamId),
      name: selectName(db, actorId),
      organizers: selectOrganizers(db, teamId, [actorId]),
      request: db
        .select({ message: r.message })
        .from(r)
        .where(and(eq(r.teamId, teamId), eq(r.userId, actorId), eq(r.createdAt, at), isOpenRequest)),
    })
    const [found, actorName, asked] = [team.rows[0], name.rows[0]?.name, request.rows[0]]
    if (!found || !actorName || !asked) return noDeliveries
    const words = askedToJoinNotice({ ...found, ...asked, teamId, actorId, actorName, at })
    return { deliveries: [{ ...words, to: organizers.rows.map(({ id }) => id) }] }
  },
  'team-request-accepted': async ({ teamId, personId, at }, { db }) => {
    const { team, member } = await runBatch(db, {
      team: selectTeam(db, teamId),
      member: db.select({ id: m.userId }).from(m).where(isMemberSince(teamId, personId)),
    })
    const [found] = team.rows
    return found && member.rows.length > 0 ? notifyOne(requestAcceptedNotice({ ...found, teamId, at }), personId) : noDeliveries
  },
  'team-invited': async ({ teamId, actorId, at }, { db, now }) => {
    const { team, name, invited } = await runBatch(db, {
      team: selectTeam(db, teamId),
      name: selectName(db, actorId),
      invited: db
        .select({ id: sql<string>`${i.userId}`.as('invitedId') })
        .from(i)
        .where(
          and(
            eq(i.teamId, teamId),
            eq(i.inviterId, actorId),
            eq(i.createdAt, at),
            sql`${i.userId} IS NOT NULL AND ${i.expiresAt} > ${now}`,
          ),
        ),
    })
    const [found, actorName] = [team.rows[0], name.rows[0]?.name]
    if (!found || !actorName) return noDeliveries
    const words = invitedToTeamNotice({ ...found, teamId, actorId, actorName, at })
    return { deliveries: [{ ...words, to: invited.rows.map(({ id }) => id) }] }
  },
}
