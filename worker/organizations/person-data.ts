import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { organizations, organizationTeams } from './schema.ts'

const ofPerson = (userId: string) => sql`SELECT ${organizations.id} FROM ${organizations} WHERE ${organizations.ownerId} = ${userId}`

export const organizationData: PersonData = {
  feature: 'organizations',
  tables: { organizations: ['owner_id'] },
  // An organization ends with its owner. Its teams go on without it.
  erase: (userId) => [
    sql`DELETE FROM ${organizationTeams} WHERE ${organizationTeams.organizationId} IN (${ofPerson(userId)})`,
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
    }),
}
