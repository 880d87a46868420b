import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { pushDevices as d } from './schema.ts'

export const pushData: PersonData = {
  feature: 'push',
  tables: { push_devices: ['user_id'] },
  erase: (userId) => [sql`DELETE FROM ${d} WHERE ${d.userId} = ${userId}`],
  export: (db, userId) =>
    readParts(db, {
      'alert-devices': selectAs(
        {
          userAgent: d.userAgent,
          platform: d.platform,
          hidesText: d.hidesText,
          createdAt: d.createdAt,
          refreshedAt: d.refreshedAt,
          outcome: d.outcome,
          outcomeAt: d.outcomeAt,
          testAskedAt: d.testAskedAt,
          testTakenAt: d.testTakenAt,
          testShownAt: d.testShownAt,
        },
        sql`FROM ${d} WHERE ${d.userId} = ${userId} ORDER BY ${d.createdAt}`,
      ),
    }),
}
