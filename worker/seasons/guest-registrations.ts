import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import { queueJoiningSessions } from './register-chosen.ts'
import { seasonGuests as g, seasonRegistrations, seasons } from './schema.ts'

/** Ends all registrations of guests who are deleted. `guestIds` selects their ids. */
export const deleteGuestRegistrations = (guestIds: SQL): SQL => sql`DELETE FROM ${g} WHERE ${g.guestId} IN ${guestIds}`

/** A guest has become a member, who plays in the same seasons from now on. Where they are registered already, that stays. */
export const moveGuestRegistrations = (guestIds: SQL, userId: string, now: number): Statement[] => [
  insertSelect(
    seasonRegistrations,
    {
      ...{ seasonId: g.seasonId, userId, endsOn: g.endsOn, registeredAt: g.registeredAt, kind: 'player' },
      ...{ groupId: g.groupId, isCopied: g.isCopied, submissionId: g.submissionId },
    },
    sql`FROM ${g} WHERE ${g.guestId} IN ${guestIds} ON CONFLICT DO NOTHING`,
  ),
  queueJoiningSessions(sql`FROM ${g} JOIN ${seasons} ON ${seasons.id} = ${g.seasonId} WHERE ${g.guestId} IN ${guestIds}`, userId, now),
]
