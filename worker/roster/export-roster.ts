import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { writeCsv } from '../../domain/csv.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { maxGuests, maxMembers, teamRoleNames } from '../../domain/teams/contract.ts'
import { requireRight } from '../../domain/teams/rules.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asPerson, canAct, isTeam, readFacts, selectFacts } from '../teams/actor.ts'
import { communities, communityGuests, communityMembers, communityRoles } from '../teams/shared.ts'
import { selectFieldsOf } from './fields.ts'
import { memberDetails } from './schema.ts'

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * Writes the list of people as CSV, for the owner and organizers. Children are left out, and so are the addresses of members, which
 * belong to their accounts.
 */
export async function exportRoster(db: Database, viewerId: string, teamId: string): Promise<{ name: string; csv: string }> {
  const actor = asPerson(viewerId)
  const { jersey, position, notes, fieldValues } = memberDetails
  const mayExport = canAct(actor, teamId, 'roster.manage')
  const { facts, team, fields, members, guests } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    team: db.select({ name: communities.name }).from(communities).where(isTeam(teamId)),
    fields: selectFieldsOf(db, teamId),
    members: db
      .select({
        id: people.id,
        name: people.displayName,
        role: communityMembers.role,
        customRole: sql<string | null>`${communityRoles.name}`.as('customRole'),
        title: communityMembers.title,
        joinedAt: communityMembers.joinedAt,
        jersey,
        position,
        notes,
        fieldValues,
      })
      .from(communityMembers)
      .innerJoin(people, eq(people.id, communityMembers.userId))
      .leftJoin(communityRoles, eq(communityRoles.id, communityMembers.customRoleId))
      .leftJoin(memberDetails, and(eq(memberDetails.userId, communityMembers.userId), eq(memberDetails.teamId, teamId)))
      .where(and(eq(communityMembers.teamId, teamId), mayExport))
      .orderBy(asc(communityMembers.rank), asc(communityMembers.joinedAt), asc(communityMembers.userId))
      .limit(maxMembers),
    guests: db
      .select({
        id: communityGuests.id,
        name: communityGuests.name,
        email: communityGuests.email,
        createdAt: communityGuests.createdAt,
        jersey,
        position,
        notes,
        fieldValues,
      })
      .from(communityGuests)
      .leftJoin(memberDetails, eq(memberDetails.guestId, communityGuests.id))
      .where(and(eq(communityGuests.teamId, teamId), isNull(communityGuests.guardianId), mayExport))
      .orderBy(asc(communityGuests.createdAt), asc(communityGuests.id))
      .limit(maxGuests),
  })
  const { actorRoles } = readFacts(actor, facts)
  requireRight(actorRoles, 'roster.manage')
  const ownCells = (row: {
    jersey: string | null
    position: string | null
    fieldValues: Record<string, string> | null
    notes: string | null
  }) => [row.jersey, row.position, ...fields.rows.map(({ id }) => row.fieldValues?.[id]), row.notes]
  const head = ['Name', 'Email', 'Role', 'Title', 'Joined', 'Jersey', 'Position', ...fields.rows.map(({ name }) => name), 'Notes']
  const csv = writeCsv([
    head,
    ...members.rows.map((row) => [
      makeFace(row.id, row.name, null).name,
      '',
      row.customRole ?? teamRoleNames[row.role],
      row.title,
      dayOf(row.joinedAt),
      ...ownCells(row),
    ]),
    ...guests.rows.map((row) => [row.name, row.email, 'Guest', '', dayOf(row.createdAt), ...ownCells(row)]),
  ])
  return { name: team.rows[0]?.name ?? '', csv }
}
