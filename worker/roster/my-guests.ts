import { sql } from 'drizzle-orm'
import { emailKeyOf } from '../accounts/exported-name-of.ts'
import { communityGuests } from '../teams/shared.ts'

/** The guests who are this person, by the address, and their children. */
export const myGuests = (userId: string) =>
  sql`(SELECT ${communityGuests.id} FROM ${communityGuests} WHERE ${communityGuests.emailKey} = ${emailKeyOf(userId)} OR ${communityGuests.guardianId} = ${userId})`
