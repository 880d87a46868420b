import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import { joiners } from './schema.ts'
import { unpaidHoldsSoFar } from './unpaid-holds.ts'

type Entry = {
  id: SQLWrapper | string
  userId: SQLWrapper | string
  slotId: string | null
  tierId: string | null
  guests: string[]
  answers: SQLWrapper | Record<string, string>
  ticketCode: SQLWrapper
  /** One email is about several of these entries, so none sends its own. */
  hasOwnMail: boolean
  /** For a seat that a player holds for a friend: who holds it, until when, the hash of the link in the email, and its place in the order. */
  held?: { by: string; until: number; hash: SQLWrapper; joinedAt: SQLWrapper }
  now: number
}

/**
 * Writes the entry of a person who joins. `found` selects the `id` and `startsAt` of the game, and the `state` and `waitlistRank` of the
 * entry; its state is NULL if there is none to write. Who is in the game already stays as they are.
 */
export function insertEntry({ id, userId, slotId, tierId, guests, answers, ticketCode, hasOwnMail, held, now }: Entry, found: SQL): SQL {
  const rejoin = onConflictUpdate(
    joiners,
    ['eventId', 'userId'],
    {
      id: excluded(joiners.id),
      slotId: excluded(joiners.slotId),
      state: excluded(joiners.state),
      seats: excluded(joiners.seats),
      tierId: excluded(joiners.tierId),
      guests: excluded(joiners.guests),
      answers: excluded(joiners.answers),
      waitlistRank: excluded(joiners.waitlistRank),
      joinedAt: excluded(joiners.joinedAt),
      offerHash: excluded(joiners.offerHash),
      offerExpiresAt: excluded(joiners.offerExpiresAt),
      payUntil: null,
      arrived: 0,
      checkedInAt: null,
      isNoShow: false,
      leftLate: false,
      isConfirmed: excluded(joiners.isConfirmed),
      updatedAt: excluded(joiners.updatedAt),
      ticketCode: excluded(joiners.ticketCode),
      heldBy: excluded(joiners.heldBy),
      unpaidHolds: unpaidHoldsSoFar(now),
    },
    sql`${joiners.userId} IS NOT NULL`,
  )
  return insertSelect(
    joiners,
    {
      id,
      eventId: sql`found.id`,
      userId,
      slotId,
      state: sql`found.state`,
      seats: 1 + guests.length,
      tierId,
      guests,
      answers,
      waitlistRank: sql`found.waitlistRank`,
      joinedAt: held?.joinedAt ?? now,
      offerHash: held?.hash ?? null,
      offerExpiresAt: held?.until ?? null,
      arrived: 0,
      isNoShow: false,
      startsAt: sql`found.startsAt`,
      updatedAt: now,
      ticketCode,
      isConfirmed: hasOwnMail ? false : sql`found.state = 'going'`,
      heldBy: held?.by ?? null,
    },
    sql`FROM (${found}) found WHERE found.state IS NOT NULL ${rejoin} WHERE ${joiners.state} IN ('left', 'expired')`,
  )
}
