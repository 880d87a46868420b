import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'

export const betaData: PersonData = {
  feature: 'betas',
  tables: { user_betas: ['user_id'] },
  erase: (userId) => [sql`DELETE FROM user_betas WHERE user_id = ${userId}`],
  export: (db, userId) =>
    readParts(db, { betas: sql`SELECT beta, created_at AS createdAt FROM user_betas WHERE user_id = ${userId} ORDER BY beta` }),
}
