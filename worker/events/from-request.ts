import { requireComplete } from '../access/viewer.ts'
import { runAfterAnswer } from '../jobs/from-request.ts'
import type { AppContext } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { requireHost } from './acting.ts'
import { offerSeats } from './offers.ts'

/** For requests that only hosts may make. */
export async function hostOf(c: AppContext, eventId: string): Promise<{ db: Database; hostId: string }> {
  const { id: hostId } = await requireComplete(c)
  const db = getPrimary(c)
  await requireHost(db, hostId, eventId)
  return { db, hostId }
}

/** Offers free seats to the next people on the waitlist, after the request was answered. */
export function offerSeatsSoon(c: AppContext, eventId: string): void {
  runAfterAnswer(c, (db) => offerSeats(db, getCommandContext(c), eventId))
}
