import { and, eq, isNull, sql } from 'drizzle-orm'
import {
  handOverAcceptedNotice,
  handOverEndedNotice,
  handOverOfferedNotice,
  teamMemberRemovedNotice,
  teamRoleChangedNotice,
} from '../../domain/teams/notices.ts'
import { people } from '../accounts/shared.ts'
import { noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isMemberRow, isTeam } from './actor.ts'
import { teamChanges, teamCustomRoles, teamHandOvers, teamMembers, teams } from './schema.ts'

const isOwner = (teamId: string, userId: string) => and(isTeam(teamId), isMemberRow(teamId, userId), eq(teamMembers.role, 'owner'))

type Kinds = 'hand-over-offered' | 'hand-over-accepted' | 'hand-over-ended' | 'team-role-changed' | 'team-member-removed'

/** A change of a member in a team that is not deleted, with the role that this person has now. */
const selectMemberChange = (db: Database, changeId: string) =>
  readFirst(
    db,
    db
      .select({
        ...{ team: teams.name, personId: teamChanges.personId, newRole: teamChanges.newRole, role: teamMembers.role },
        ...{
          details: teamChanges.details,
          rights: teamCustomRoles.rights,
          roleName: sql<string | null>`${teamCustomRoles.name}`.as('roleName'),
        },
      })
      .from(teamChanges)
      .innerJoin(teams, and(eq(teams.id, teamChanges.teamId), isNull(teams.deletedAt)))
      .leftJoin(teamMembers, and(eq(teamMembers.teamId, teamChanges.teamId), eq(teamMembers.userId, teamChanges.personId)))
      .leftJoin(teamCustomRoles, eq(teamCustomRoles.id, teamMembers.customRoleId))
      .where(eq(teamChanges.id, changeId)),
  )

export const teamNotices: Renderers<Kinds> = {
  'hand-over-offered': async ({ handOverId }, { db, now }) => {
    const offer = await readFirst(
      db,
      db
        .select({ team: teams.name, toId: teamHandOvers.toId, actorId: teamHandOvers.fromId, actorName: people.displayName })
        .from(teamHandOvers)
        .innerJoin(teams, and(eq(teams.id, teamHandOvers.teamId), isNull(teams.deletedAt)))
        .innerJoin(people, and(eq(people.id, teamHandOvers.fromId), isNull(people.deletedAt)))
        .where(and(eq(teamHandOvers.id, handOverId), sql`${teamHandOvers.expiresAt} > ${now}`)),
    )
    if (!offer?.actorName) return noDeliveries
    return notifyOne(handOverOfferedNotice({ ...offer, actorName: offer.actorName, handOverId }), offer.toId)
  },
  'hand-over-accepted': async ({ handOverId, teamId, actorId, personId }, { db }) => {
    const owner = await readFirst(
      db,
      db
        .select({ team: teams.name, actorName: people.displayName })
        .from(teams)
        .innerJoin(teamMembers, eq(teamMembers.teamId, teams.id))
        .innerJoin(people, eq(people.id, teamMembers.userId))
        .where(isOwner(teamId, actorId)),
    )
    if (!owner?.actorName) return noDeliveries
    return notifyOne(handOverAcceptedNotice({ handOverId, actorId, actorName: owner.actorName, team: owner.team }), personId)
  },
  'hand-over-ended': async ({ handOverId, teamId, personId }, { db }) => {
    const team = await readFirst(
      db,
      db.select({ name: teams.name }).from(teams).innerJoin(teamMembers, eq(teamMembers.teamId, teams.id)).where(isOwner(teamId, personId)),
    )
    return team ? notifyOne(handOverEndedNotice({ handOverId, team: team.name }), personId) : noDeliveries
  },
  'team-role-changed': async ({ changeId }, { db }) => {
    const change = await selectMemberChange(db, changeId)
    if (!change?.personId || change.newRole === null || change.role !== change.newRole) return noDeliveries
    const { team, newRole: role, roleName, rights, details, personId } = change
    const customRole = roleName === null || rights === null ? null : { name: roleName, rights }
    // The role was given or taken again since. That change has a notice of its own.
    if ((customRole === null) !== (details?.customRole == null)) return noDeliveries
    return notifyOne(teamRoleChangedNotice({ changeId, team, role, customRole }), personId)
  },
  'team-member-removed': async ({ changeId }, { db }) => {
    const change = await selectMemberChange(db, changeId)
    if (!change?.personId || change.role !== null) return noDeliveries
    return notifyOne(teamMemberRemovedNotice({ changeId, team: change.team }), change.personId)
  },
}
