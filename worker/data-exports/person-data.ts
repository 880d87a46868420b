import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'

/** Where the file of an export lies. */
export const exportKey = (id: string) => `exports/${id}.zip`

export const dataExportData: PersonData = {
  feature: 'data-exports',
  tables: { data_exports: ['user_id'] },
  files: (userId) => sql`SELECT 'exports/' || id || '.zip' AS key FROM data_exports WHERE user_id = ${userId}`,
  erase: (userId) => [sql`DELETE FROM data_exports WHERE user_id = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      exports: sql`SELECT state, size, created_at AS askedAt, ready_at AS readyAt, expires_at AS expiresAt
        FROM data_exports WHERE user_id = ${userId} ORDER BY created_at`,
    }),
}
