import { sql } from 'drizzle-orm'
import { emailKeyOf } from '../accounts/exported-name-of.ts'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { seatCodes } from './schema.ts'

export const seatCodeData: PersonData = {
  feature: 'seat-codes',
  tables: { seat_codes: ['email', 'email_key', 'name', 'choice'] },
  erase: (userId) => [sql`DELETE FROM ${seatCodes} WHERE ${seatCodes.emailKey} = ${emailKeyOf(userId)}`],
  export: (db, userId) =>
    readParts(db, {
      'seat-codes': selectAs(
        {
          eventId: seatCodes.eventId,
          email: seatCodes.email,
          name: seatCodes.name,
          choiceJson: seatCodes.choice,
          expiresAt: seatCodes.expiresAt,
        },
        sql`FROM ${seatCodes} WHERE ${seatCodes.emailKey} = ${emailKeyOf(userId)}`,
      ),
    }),
}
