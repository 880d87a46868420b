import { type SQL, sql } from 'drizzle-orm'
import { insertSelect } from '../platform/columns.ts'
import { seasonGuests as g, seasonRegistrations } from './schema.ts'

/** Ends all registrations of guests who are deleted. `guestIds` selects their ids. */
export const deleteGuestRegistrations = (guestIds: SQL): SQL => sql`DELETE FROM ${g} WHERE ${g.guestId} IN ${guestIds}`

/** A guest has become a member, who plays in the same seasons from now on. Where they are registered already, that stays. */
export const moveGuestRegistrations = (guestIds: SQL, userId: string): SQL =>
  insertSelect(
    seasonRegistrations,
    {
      ...{ seasonId: g.seasonId, userId, endsOn: g.endsOn, registeredAt: g.registeredAt, kind: 'player' },
      ...{ groupId: g.groupId, isCopied: g.isCopied, submissionId: g.submissionId },
    },
    sql`FROM ${g} WHERE ${g.guestId} IN ${guestIds} ON CONFLICT DO NOTHING`,
  )
