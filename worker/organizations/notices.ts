import { and, eq, isNull, sql } from 'drizzle-orm'
import { organizationAsksNotice, organizationJoinedNotice, teamAsksNotice } from '../../domain/organizations/notices.ts'
import { maxNotifiedAtOnce, noDeliveries, notifyOne, type Renderers } from '../notifications/renderer.ts'
import { runBatch } from '../platform/batch.ts'
import { mayDo } from '../teams/may-do.ts'
import { communities, communityMembers as m } from '../teams/shared.ts'
import { organizationTeams as links, organizations } from './schema.ts'

export const organizationNotices: Renderers<'organization-agreed'> = {
  'organization-agreed': async ({ organizationId, teamId, actorId, at }, { db }) => {
    const { found, organizers } = await runBatch(db, {
      found: db
        .select({
          organization: sql<string>`${organizations.name}`.as('organization'),
          team: sql<string>`${communities.name}`.as('team'),
          ownerId: organizations.ownerId,
          ofOrganization: links.organizationAgreedAt,
          ofTeam: links.teamAgreedAt,
        })
        .from(links)
        .innerJoin(organizations, eq(organizations.id, links.organizationId))
        .innerJoin(communities, and(eq(communities.id, links.teamId), isNull(communities.deletedAt)))
        .where(and(eq(links.organizationId, organizationId), eq(links.teamId, teamId))),
      organizers: db
        .select({ id: m.userId })
        .from(m)
        .where(and(eq(m.teamId, teamId), mayDo(m, 'organizations.join'), sql`${m.userId} <> ${actorId}`))
        .limit(maxNotifiedAtOnce),
    })
    const [link] = found.rows
    if (!link) return noDeliveries
    const { ownerId, ofOrganization, ofTeam, ...names } = link
    const sides = { ...names, organizationId, teamId, actorId, at }
    const isForTeam = ofOrganization === at
    if (!isForTeam && ofTeam !== at) return noDeliveries
    const hasBothAgreed = ofOrganization !== null && ofTeam !== null
    if (!isForTeam) return notifyOne(hasBothAgreed ? organizationJoinedNotice(sides, false) : teamAsksNotice(sides), ownerId)
    const notice = hasBothAgreed ? organizationJoinedNotice(sides, true) : organizationAsksNotice(sides)
    return { deliveries: [{ ...notice, to: organizers.rows.map(({ id }) => id) }] }
  },
}
