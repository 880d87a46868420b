import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { SendSeatCode } from '../../domain/seat-codes/contract.ts'

/**
 * Codes on their way to people who want a seat but are not signed in: one for each browser and game. A row is deleted when its code is
 * used, and soon after it has expired. We store only hashes of the code and of the token in the link.
 */
export const seatCodes = sqliteTable(
  'seat_codes',
  {
    /** A keyed hash of the secret of the browser and the game. */
    id: text('id').primaryKey(),
    /** It refers to no row, because a game can be deleted while a code is on its way. */
    eventId: text('event_id').notNull(),
    codeHash: text('code_hash').notNull(),
    linkHash: text('link_hash').notNull().unique(),
    email: text('email').notNull(),
    emailKey: text('email_key').notNull(),
    /** The display name of the person, if they have no profile yet. */
    name: text('name').notNull(),
    /** The slot, the ticket, the answers, and whether they would wait. */
    choice: text('choice', { mode: 'json' }).$type<SendSeatCode['choice']>().notNull(),
    /** The entry in `joiners` that holds the seat. Null if none is held. */
    holdId: text('hold_id'),
    /** A keyed hash of the network that asked for the code, so that one network cannot hold all seats of a game. */
    networkHash: text('network_hash').notNull(),
    /** How many codes were tried. */
    tries: integer('tries').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [
    index('seat_codes_by_network').on(t.eventId, t.networkHash),
    index('seat_codes_by_email').on(t.emailKey),
    index('seat_codes_by_expiry').on(t.expiresAt),
  ],
)
