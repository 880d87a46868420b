import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { userBetas } from './schema.ts'

export const betaData: PersonData = {
  feature: 'betas',
  tables: { user_betas: ['user_id'] },
  erase: (userId) => [sql`DELETE FROM ${userBetas} WHERE ${userBetas.userId} = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      betas: selectAs(
        { beta: userBetas.beta, createdAt: userBetas.createdAt },
        sql`FROM ${userBetas} WHERE ${userBetas.userId} = ${userId} ORDER BY ${userBetas.beta}`,
      ),
    }),
}
