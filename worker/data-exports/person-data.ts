import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { dataExports } from './schema.ts'

/** The key of an export's file in the file storage. */
export const exportKey = (id: string) => `exports/${id}.zip`

export const dataExportData: PersonData = {
  feature: 'data-exports',
  tables: { data_exports: ['user_id'] },
  files: (userId) =>
    sql`SELECT 'exports/' || ${dataExports.id} || '.zip' AS key FROM ${dataExports} WHERE ${dataExports.userId} = ${userId}`,
  erase: (userId) => [sql`DELETE FROM ${dataExports} WHERE ${dataExports.userId} = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      exports: selectAs(
        {
          state: dataExports.state,
          size: dataExports.size,
          askedAt: dataExports.createdAt,
          readyAt: dataExports.readyAt,
          expiresAt: dataExports.expiresAt,
        },
        sql`FROM ${dataExports} WHERE ${dataExports.userId} = ${userId} ORDER BY ${dataExports.createdAt}`,
      ),
    }),
}
