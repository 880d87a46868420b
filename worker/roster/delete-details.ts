import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../platform/database.ts'
import type { TeamRows } from '../platform/team-rows.ts'
import { deleteGuestRegistrations } from '../seasons/guest-registrations.ts'
import { isOutOfTeam } from '../teams/members.ts'
import { communityGuests } from '../teams/shared.ts'
import { memberDetails, teamFields } from './schema.ts'

const selectGuestIds = (where: SQL | undefined) => sql`(SELECT ${communityGuests.id} FROM ${communityGuests} WHERE ${where})`

/** Deletes what is written down about guests, and where they play. Put it in a batch before the statement that deletes these guests. */
export const deleteRowsOfGuests = (db: Database, where: SQL | undefined) => [
  db.delete(memberDetails).where(inArray(memberDetails.guestId, selectGuestIds(where))),
  deleteGuestRegistrations(selectGuestIds(where)),
]

/** Put it in the batch that removes a member, after the statement that does so. Their children leave with them. */
export function endRosterEntry(db: Database, teamId: string, userId: string) {
  const isChild = and(eq(communityGuests.guardianId, userId), eq(communityGuests.teamId, teamId), isOutOfTeam(teamId, userId))
  return [
    db.delete(memberDetails).where(and(eq(memberDetails.userId, userId), eq(memberDetails.teamId, teamId), isOutOfTeam(teamId, userId))),
    ...deleteRowsOfGuests(db, isChild),
    db.delete(communityGuests).where(isChild),
  ]
}

/** They come before the guests of the team. */
export const rosterRows: readonly TeamRows[] = [memberDetails, teamFields].map((table) => ({
  table,
  isOf: (teamId) => eq(table.teamId, teamId),
}))
