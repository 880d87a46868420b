import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { type CreateOrganization, type EditOrganization, maxOwnedOrganizations } from '../../domain/organizations/contract.ts'
import { runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Clock } from '../platform/from-request.ts'
import { asNumber, select } from '../platform/row-query.ts'
import { asPerson } from '../teams/actor.ts'
import { isPart, listChangedFields, recordForTeams, recordOrganizationChange } from './changes.ts'
import { indexOrganization } from './find-by-name.ts'
import { organizationTeams as links, organizationChanges, organizations, organizationWords } from './schema.ts'

export const organizationNotFound = () => new AppError('OrganizationNotFound')

/** Creates an organization and returns its id. A repeated request with the same key creates no second one. */
export async function createOrganization(db: Database, { now, newId }: Clock, ownerId: string, input: CreateOrganization): Promise<string> {
  const { name, description, idempotencyKey } = input
  const id = idempotencyKey === undefined ? newId() : await deriveId('organization', ownerId, idempotencyKey)
  const owned = sql`(SELECT count(*) FROM ${organizations} WHERE ${organizations.ownerId} = ${ownerId})`
  const { existing, inserted } = await runBatch(db, {
    existing: select({ found: asNumber }, sql`SELECT count(*) AS found FROM ${organizations} WHERE ${organizations.id} = ${id}`),
    inserted: insertSelect(
      organizations,
      { id, name, description, ownerId, createdAt: now, updatedAt: now },
      sql`WHERE ${owned} < ${maxOwnedOrganizations} ON CONFLICT DO NOTHING`,
    ),
    recorded: recordOrganizationChange({ now, newId }, { organizationId: id, actorId: ownerId, kind: 'created' }, sql`WHERE changes() > 0`),
    indexed: indexOrganization(id, name, hasVersion(ownerId, id, { name, version: 1 })),
  })
  if (inserted.changes === 0 && existing.rows[0]?.found === 0)
    throw new AppError('OrganizationsFull', { values: { max: maxOwnedOrganizations } })
  return id
}

const isOwn = (ownerId: string, id: string) => and(eq(organizations.id, id), eq(organizations.ownerId, ownerId))

const hasVersion = (ownerId: string, id: string, { name, version }: { name: string; version: number }): SQL =>
  sql`EXISTS (SELECT 1 FROM ${organizations} WHERE ${and(isOwn(ownerId, id), eq(organizations.name, name), eq(organizations.version, version))})`

export const ownsOrganization = (viewerId: string, id: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${organizations} WHERE ${isOwn(viewerId, id)})`

/** What explains a refusal. Everyone can see organizations, so a person who does not own one is only told that they may not change it. */
const selectOwn = (db: Database, id: string) =>
  db.select({ ownerId: organizations.ownerId, name: organizations.name }).from(organizations).where(eq(organizations.id, id))

/** Throws if there is no such organization or if the person does not own it. */
function requireOwn<Row extends { ownerId: string }>(ownerId: string, { rows: [row] }: { rows: readonly Row[] }): Row {
  if (!row) throw organizationNotFound()
  if (row.ownerId !== ownerId) throw new AppError('NotAllowed')
  return row
}

/** Changes the version that the person edited. */
export async function editOrganization(db: Database, clock: Clock, ownerId: string, id: string, form: EditOrganization): Promise<void> {
  const { version, ...fields } = form
  const isEdited = and(isOwn(ownerId, id), eq(organizations.version, version))
  const isDifferent = or(ne(organizations.name, fields.name), ne(organizations.description, fields.description))
  const { before, changed } = await runBatch(db, {
    before: selectOwn(db, id),
    recorded: recordOrganizationChange(
      clock,
      { organizationId: id, actorId: ownerId, kind: 'edited', fields: listChangedFields(fields) },
      sql`FROM ${organizations} WHERE ${and(isEdited, isDifferent)}`,
    ),
    changed: db
      .update(organizations)
      .set({ ...fields, version: version + 1, updatedAt: clock.now })
      .where(isEdited),
    indexed: indexOrganization(id, fields.name, hasVersion(ownerId, id, { name: fields.name, version: version + 1 })),
  })
  requireOwn(ownerId, before)
  if (changed.changes === 0) throw new AppError('OrganizationVersionConflict')
}

/** Deletes it and leaves its teams alone. `typedName` is the name that the owner typed to confirm. */
export async function deleteOrganization(db: Database, clock: Clock, ownerId: string, id: string, typedName: string): Promise<void> {
  const isMeant = and(isOwn(ownerId, id), eq(organizations.name, typedName))
  const { before, deleted } = await runBatch(db, {
    before: selectOwn(db, id),
    recorded: recordForTeams(
      clock,
      asPerson(ownerId),
      'organization-deleted',
      sql`${links.organizationId} = ${id} AND ${isPart} AND EXISTS (SELECT 1 FROM ${organizations} WHERE ${isMeant})`,
    ),
    rowsDeleted: [links, organizationWords, organizationChanges].map((rows) =>
      db.delete(rows).where(and(eq(rows.organizationId, id), sql`EXISTS (SELECT 1 FROM ${organizations} WHERE ${isMeant})`)),
    ),
    deleted: db.delete(organizations).where(isMeant),
  })
  requireOwn(ownerId, before)
  if (deleted.changes === 0) throw new AppError('OrganizationNameWrong', { field: 'name' })
}
