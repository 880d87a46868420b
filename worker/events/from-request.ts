import { requireComplete } from '../access/viewer.ts'
import { afterAnswer } from '../jobs/from-request.ts'
import type { AppContext } from '../platform/context.ts'
import type { Database } from '../platform/database.ts'
import { actingOf, primaryOf } from '../platform/from-request.ts'
import { requireHost } from './acting.ts'
import { offerSeats } from './offers.ts'

/** For what is only for who runs the event. */
export async function hostOf(c: AppContext, eventId: string): Promise<{ db: Database; hostId: string }> {
  const { id: hostId } = await requireComplete(c)
  const db = primaryOf(c)
  await requireHost(db, hostId, eventId)
  return { db, hostId }
}

/** Whoever is next in line hears of a seat that came free, after the answer. */
export function offerSoon(c: AppContext, eventId: string): void {
  afterAnswer(c, (db) => offerSeats(db, actingOf(c), eventId))
}
