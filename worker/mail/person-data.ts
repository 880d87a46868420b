import { sql } from 'drizzle-orm'
import { emailKeyOf } from '../accounts/exported-name-of.ts'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { mailOptouts } from './schema.ts'

export const mailData: PersonData = {
  feature: 'mail',
  tables: { mail_optouts: ['email'] },
  erase: (userId) => [sql`DELETE FROM ${mailOptouts} WHERE ${mailOptouts.email} = ${emailKeyOf(userId)}`],
  export: (db, userId) =>
    readParts(db, {
      unsubscribed: selectAs(
        { topic: mailOptouts.topic, createdAt: mailOptouts.createdAt },
        sql`FROM ${mailOptouts} WHERE ${mailOptouts.email} = ${emailKeyOf(userId)} ORDER BY ${mailOptouts.topic}`,
      ),
    }),
}
