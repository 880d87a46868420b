import { sql } from 'drizzle-orm'
import { columnNames, selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import type { Actor } from '../teams/actor.ts'
import { communities } from '../teams/shared.ts'
import { isPart, recordForTeams } from './changes.ts'
import { organizationChanges, organizations, organizationTeams, organizationWords } from './schema.ts'

/** The trail does not name a person who deletes their account. */
const deletedPerson: Actor = { id: null, isAdmin: false }

const ofPerson = (userId: string) => sql`SELECT ${organizations.id} FROM ${organizations} WHERE ${organizations.ownerId} = ${userId}`

export const organizationData: PersonData = {
  feature: 'organizations',
  tables: { organizations: ['owner_id'], organization_changes: ['actor_id'] },
  // An organization ends with its owner. Its teams go on without it.
  erase: (userId, now) => [
    recordForTeams(
      { now, newId: () => crypto.randomUUID() },
      deletedPerson,
      'organization-deleted',
      sql`${organizationTeams.organizationId} IN (${ofPerson(userId)}) AND ${isPart}`,
    ),
    sql`DELETE FROM ${organizationTeams} WHERE ${organizationTeams.organizationId} IN (${ofPerson(userId)})`,
    sql`DELETE FROM ${organizationChanges} WHERE ${organizationChanges.organizationId} IN (${ofPerson(userId)})`,
    sql`UPDATE ${organizationChanges} SET ${columnNames(organizationChanges.actorId)} = NULL WHERE ${organizationChanges.actorId} = ${userId}`,
    sql`DELETE FROM ${organizationWords} WHERE ${organizationWords.organizationId} IN (${ofPerson(userId)})`,
    sql`DELETE FROM ${organizations} WHERE ${organizations.ownerId} = ${userId}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      organizations: selectAs(
        {
          name: organizations.name,
          description: organizations.description,
          createdAt: organizations.createdAt,
          updatedAt: organizations.updatedAt,
        },
        sql`FROM ${organizations} WHERE ${organizations.ownerId} = ${userId} ORDER BY ${organizations.createdAt}`,
      ),
      'organization-changes-by-me': sql`SELECT ${organizations.name} AS organization, ${organizationChanges.kind} AS kind,
          ${communities.name} AS team, ${organizationChanges.fields} AS fieldsJson, ${organizationChanges.createdAt} AS createdAt
        FROM ${organizationChanges} JOIN ${organizations} ON ${organizations.id} = ${organizationChanges.organizationId}
        LEFT JOIN ${communities} ON ${communities.id} = ${organizationChanges.teamId}
        WHERE ${organizationChanges.actorId} = ${userId} ORDER BY ${organizationChanges.createdAt}`,
    }),
}
