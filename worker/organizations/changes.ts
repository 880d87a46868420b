import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { can } from '../../domain/access/can.ts'
import { AppError } from '../../domain/errors.ts'
import {
  type OrganizationChangeKind,
  type OrganizationChangePage,
  type OrganizationField,
  organizationChangeLifetime,
  organizationChangePageSize,
  organizationFields,
} from '../../domain/organizations/changes-contract.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/from-request.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import type { Actor } from '../teams/actor.ts'
import { detailsOf, recordChangeIf } from '../teams/record-change.ts'
import { communities } from '../teams/shared.ts'
import { organizationChanges as changes, organizationTeams as links, organizations } from './schema.ts'

type Change = {
  organizationId: string
  actorId: string
  kind: OrganizationChangeKind | SQL
  teamId?: string
  fields?: SQL
}

/** Writes who changed what in an organization, if the rest of the statement finds a row: `WHERE` or `FROM … WHERE`. */
export const recordOrganizationChange = (
  { now, newId }: Clock,
  { organizationId, actorId, kind, teamId, fields }: Change,
  rest: SQL,
): SQL =>
  insertSelect(
    changes,
    { id: newId(), organizationId, actorId, kind, teamId: teamId ?? null, fields: fields ?? null, createdAt: now },
    rest,
  )

type TeamKind = 'organization-joined' | 'organization-left' | 'organization-declined' | 'organization-deleted'

/** Both sides have agreed. */
export const isPart: SQL = sql`(${links.organizationAgreedAt} IS NOT NULL AND ${links.teamAgreedAt} IS NOT NULL)`

/** Writes it in the trail of each of these teams too. `which` finds rows of `organization_teams`. */
export const recordForTeams = ({ now, newId }: Clock, actor: Actor, kind: TeamKind, which: SQL): SQL =>
  recordChangeIf(
    { now, newId },
    actor,
    sql`${links.teamId}`,
    { kind, id: sql`${newId()} || ':' || ${links.teamId}`, details: detailsOf({ organization: organizations.name }) },
    sql`FROM ${links} JOIN ${organizations} ON ${organizations.id} = ${links.organizationId}
      WHERE ${which}`,
  )

/** The fields that differ from the row of `organizations`. */
export const listChangedFields = (after: Record<OrganizationField, string>): SQL =>
  sql`(SELECT json_group_array(value) FROM json_each(${JSON.stringify(organizationFields)})
    WHERE iif(value = 'name', ${organizations.name} <> ${after.name}, ${organizations.description} <> ${after.description}))`

/** Lists who changed what in an organization, the newest change first. With a block between the viewer and a person, that person has no name. */
export async function listOrganizationChanges(
  db: Database,
  actor: Actor,
  organizationId: string,
  cursor?: string,
): Promise<OrganizationChangePage> {
  const after = readCursor(TimeCursor, cursor)
  const { id, kind, fields, createdAt } = changes
  const { owner, found } = await runBatch(db, {
    owner: db.select({ id: organizations.ownerId }).from(organizations).where(eq(organizations.id, organizationId)),
    found: db
      .select({
        id,
        kind,
        fields,
        at: createdAt,
        team: sql<string | null>`${communities.name}`.as('team'),
        actorId: sql<string | null>`${people.id}`.as('actingId'),
        actorName: people.displayName,
        actorPhotoKey: people.photoKey,
      })
      .from(changes)
      .leftJoin(people, and(eq(people.id, changes.actorId), isNull(people.deletedAt), hasNoBlock(actor.id ?? '', people.id)))
      .leftJoin(communities, eq(communities.id, changes.teamId))
      .where(and(eq(changes.organizationId, organizationId), after ? sql`(${createdAt}, ${id}) < (${after[0]}, ${after[1]})` : undefined))
      .orderBy(desc(createdAt), desc(id))
      .limit(organizationChangePageSize + 1),
  })
  const [organization] = owner.rows
  if (!organization) throw new AppError('OrganizationNotFound')
  if (organization.id !== actor.id && !can(actor.isAdmin ? 'admin' : null, 'audit.view')) throw new AppError('NotAllowed')
  const { page, next } = cutPage(found.rows, organizationChangePageSize, (row) => [row.at, row.id])
  return {
    changes: page.map(({ actorId, actorName, actorPhotoKey, ...change }) => ({
      ...change,
      actor: actorId === null ? null : makeFace(actorId, actorName, actorPhotoKey),
    })),
    next,
  }
}

const maxDeletedAtOnce = 500

/** Runs every minute: deletes what is older than the trail is kept. */
export async function deleteOldOrganizationChanges(db: Database, now: number): Promise<void> {
  const old = sql`SELECT ${changes.id} FROM ${changes} WHERE ${changes.createdAt} < ${now - organizationChangeLifetime}
    ORDER BY ${changes.createdAt} LIMIT ${maxDeletedAtOnce}`
  await write(db, db.delete(changes).where(sql`${changes.id} IN (${old})`))
}
