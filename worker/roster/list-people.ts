import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type RosterPage, type RosterQuery, rosterPageSize } from '../../domain/roster/contract.ts'
import { readValues, selectVisibleFields } from '../../domain/roster/rules.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { canAny, requireRight } from '../../domain/teams/rules.ts'
import { faceColumns, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { cutPage, readCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { hasNoBlock, showsOnlineStatus } from '../privacy/reach.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { communityMembers, communityRoles } from '../teams/shared.ts'
import { selectFieldsOf } from './fields.ts'
import { memberDetails } from './schema.ts'

const { teamId: memberTeam, userId, role, customRoleId, rank, joinedAt, title } = communityMembers
const roleName = sql<string | null>`${communityRoles.name}`.as('roleName')

const RosterCursor = v.tuple([v.number(), v.number(), v.string()])

/**
 * The members that a viewer sees, the highest role first. Members do not see people with a block between them. Owners and organizers
 * see everyone, because they run the team.
 */
function whereSeen(actor: Actor, teamId: string, { cursor, role: onlyRole, q }: RosterQuery): SQL | undefined {
  const after = readCursor(RosterCursor, cursor)
  return and(
    eq(memberTeam, teamId),
    after ? sql`(${rank}, ${joinedAt}, ${userId}) > (${after[0]}, ${after[1]}, ${after[2]})` : undefined,
    onlyRole === undefined ? undefined : eq(rank, teamRoles.indexOf(onlyRole)),
    // D1 refuses patterns of LIKE that are longer than 50 bytes.
    q ? sql`instr(lower(${people.displayName}), lower(${q})) > 0` : undefined,
    canAct(actor, teamId, 'members.view'),
    or(hasNoBlock(actor.id ?? '', people.id), canAct(actor, teamId, 'roster.manage')),
  )
}

/** Lists the people of a team for its members, in one round trip. */
export async function listPeople(db: Database, actor: Actor, teamId: string, query: RosterQuery): Promise<RosterPage> {
  const { jersey, position, notes, fieldValues, version } = memberDetails
  const { facts, fields, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    fields: selectFieldsOf(db, teamId),
    found: db
      .select({ ...faceColumns, role, title, joinedAt, jersey, position, notes, fieldValues, version, customRoleId, roleName })
      .from(communityMembers)
      .crossJoin(people)
      .leftJoin(communityRoles, eq(communityRoles.id, customRoleId))
      .leftJoin(memberDetails, and(eq(memberDetails.userId, userId), eq(memberDetails.teamId, teamId)))
      .where(and(eq(people.id, userId), whereSeen(actor, teamId, query)))
      .orderBy(asc(rank), asc(joinedAt), asc(userId))
      .limit(rosterPageSize + 1),
  })
  const { actorRole, actorRoles } = readFacts(actor, facts)
  requireRight(actorRoles, 'members.view')
  const visible = selectVisibleFields(actorRoles, fields.rows)
  const { page, next } = cutPage(found.rows, rosterPageSize, (row) => [teamRoles.indexOf(row.role), row.joinedAt, row.id])
  return {
    people: page.map((row) => ({
      person: toFace(row),
      role: row.role,
      customRole: row.customRoleId !== null && row.roleName !== null ? { id: row.customRoleId, name: row.roleName } : null,
      title: row.title,
      joinedAt: row.joinedAt,
      jersey: row.jersey ?? '',
      position: row.position ?? '',
      notes: canAny(actorRoles, 'roster.manage') ? (row.notes ?? '') : null,
      values: readValues(visible, row.fieldValues ?? {}),
      version: row.version ?? 0,
    })),
    next,
    fields: visible,
    role: actorRole,
  }
}

/** The people of the same page of the list who let the viewer see whether they are online. */
export async function listPeopleShowingPresence(db: Database, actor: Actor, teamId: string, query: RosterQuery): Promise<string[]> {
  const viewerId = actor.id ?? ''
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db
      .select({
        id: people.id,
        isShown: sql<number>`(${people.id} = ${viewerId} OR ${showsOnlineStatus(people.id)}) AND ${hasNoBlock(viewerId, people.id)}`.as(
          'isShown',
        ),
      })
      .from(communityMembers)
      .crossJoin(people)
      .where(and(eq(people.id, userId), whereSeen(actor, teamId, query)))
      .orderBy(asc(rank), asc(joinedAt), asc(userId))
      .limit(rosterPageSize),
  })
  requireRight(readFacts(actor, facts).actorRoles, 'members.view')
  return found.rows.filter(({ isShown }) => isShown === 1).map(({ id }) => id)
}
