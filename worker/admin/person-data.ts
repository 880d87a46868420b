import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'

export const adminData: PersonData = {
  feature: 'admin',
  tables: { admins: ['user_id'] },
  erase: (userId) => [sql`DELETE FROM admins WHERE user_id = ${userId}`],
  export: (db, userId) => readParts(db, { 'admin-role': sql`SELECT role, created_at AS createdAt FROM admins WHERE user_id = ${userId}` }),
}
