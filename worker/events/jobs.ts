import type { Database } from '../platform/database.ts'
import { expireAllOffers, listEventsToOffer, offerSeats } from './offers.ts'

const offeredAMinute = 50
const expiredAMinute = 500

/** The minute's chore: offers that ran out go on, and seats that came free at night are offered in the morning. */
export async function offerFreeSeats(db: Database, now: number, newId: () => string): Promise<void> {
  await expireAllOffers(db, now, expiredAMinute)
  for (const eventId of await listEventsToOffer(db, now, offeredAMinute)) await offerSeats(db, { now, newId }, eventId)
}
