import { sql } from 'drizzle-orm'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { communities } from '../teams/shared.ts'
import { myGuests } from './my-guests.ts'
import { memberDetails } from './schema.ts'

const selectDetails = sql`SELECT ${communities.name} AS team, ${memberDetails.jersey} AS jersey, ${memberDetails.position} AS position,
    ${memberDetails.notes} AS notes, ${memberDetails.fieldValues} AS fieldsJson, ${memberDetails.updatedAt} AS updatedAt
  FROM ${memberDetails} JOIN ${communities} ON ${communities.id} = ${memberDetails.teamId}`

export const rosterData: PersonData = {
  feature: 'roster',
  tables: { member_details: ['user_id'] },
  erase: (userId) => [
    sql`DELETE FROM ${memberDetails} WHERE ${memberDetails.userId} = ${userId}`,
    // What teams wrote down about the person as a guest, and about their children.
    sql`DELETE FROM ${memberDetails} WHERE ${memberDetails.guestId} IN ${myGuests(userId)}`,
  ],
  export: (db, userId) =>
    readParts(db, {
      // Notes are data about the person, so they may read them here. In the product, only owners and organizers see them.
      'written-down-about-me': sql`${selectDetails} WHERE ${memberDetails.userId} = ${userId} OR ${memberDetails.guestId} IN ${myGuests(userId)}
        ORDER BY ${memberDetails.updatedAt}`,
    }),
}
