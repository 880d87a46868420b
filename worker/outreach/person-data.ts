import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { outreach } from './schema.ts'

export const outreachData: PersonData = {
  feature: 'outreach',
  tables: { outreach: ['sender_id', 'recipient_id'] },
  erase: (userId) => [
    sql`DELETE FROM ${outreach} WHERE ${outreach.senderId} = ${userId}`,
    sql`DELETE FROM ${outreach} WHERE ${outreach.recipientId} = ${userId}`,
  ],
  // Without the other person: what was sent to whom is in the parts of the features.
  export: (db, userId) =>
    readParts(db, {
      counted: selectAs(
        { kind: outreach.kind, createdAt: outreach.createdAt },
        sql`FROM ${outreach} WHERE ${outreach.senderId} = ${userId} ORDER BY ${outreach.createdAt}`,
      ),
    }),
}
