import { sql } from 'drizzle-orm'
import { emailKeyOf } from '../accounts/name-of.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'

export const mailData: PersonData = {
  feature: 'mail',
  tables: { mail_optouts: ['email'] },
  erase: (userId) => [sql`DELETE FROM mail_optouts WHERE email = ${emailKeyOf(userId)}`],
  export: (db, userId) =>
    readParts(db, {
      unsubscribed: sql`SELECT topic, created_at AS createdAt FROM mail_optouts WHERE email = ${emailKeyOf(userId)} ORDER BY topic`,
    }),
}
