import type { Database } from '../platform/database.ts'
import { expireCoHostLinks } from './co-host-links.ts'
import { expireCoHostInvites } from './end-co-host-invites.ts'
import { expireTransfers } from './end-transfers.ts'
import { expireAllHolds } from './holds.ts'
import { expireAllOffers, listEventsToOffer, offerSeats } from './offers.ts'

const maxEventsPerMinute = 50
const maxExpiredPerMinute = 500

/** Runs every minute: ends expired offers and holds, and offers free seats. Seats that became free at night are offered in the morning. */
export async function offerFreeSeats(db: Database, now: number, newId: () => string): Promise<void> {
  await expireAllOffers(db, now, maxExpiredPerMinute)
  await expireAllHolds(db, now, maxEventsPerMinute)
  await expireTransfers(db, now, maxExpiredPerMinute)
  await expireCoHostInvites(db, now, maxExpiredPerMinute)
  await expireCoHostLinks(db, now, maxExpiredPerMinute)
  for (const eventId of await listEventsToOffer(db, now, maxEventsPerMinute)) await offerSeats(db, { now, newId }, eventId)
}
