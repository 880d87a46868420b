import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { admins } from './schema.ts'

export const adminData: PersonData = {
  feature: 'admin',
  tables: { admins: ['user_id'] },
  erase: (userId) => [sql`DELETE FROM ${admins} WHERE ${admins.userId} = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      'admin-role': sql`SELECT ${admins.role} AS role, ${admins.createdAt} AS createdAt FROM ${admins} WHERE ${admins.userId} = ${userId}`,
    }),
}
