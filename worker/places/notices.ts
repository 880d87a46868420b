import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { placeCallNotice } from '../../domain/places/notices.ts'
import { people } from '../accounts/shared.ts'
import { maxNotifiedAtOnce, noDeliveries, type Renderers } from '../notifications/renderer.ts'
import { runBatch } from '../platform/batch.ts'
import { isNotifiedOfCall } from './queries.ts'
import { placeFollows, places, playerCalls } from './schema.ts'

export const placeNotices: Renderers<'place-call'> = {
  'place-call': async ({ pingId }, { db, now }) => {
    const isCall = and(eq(playerCalls.id, pingId), gt(playerCalls.expiresAt, now))
    const { call, followers } = await runBatch(db, {
      call: db
        .select({
          placeId: playerCalls.placeId,
          placeName: places.name,
          actorId: playerCalls.userId,
          actorName: people.displayName,
          activity: playerCalls.activity,
          needed: playerCalls.needed,
        })
        .from(playerCalls)
        .innerJoin(places, and(eq(places.id, playerCalls.placeId), isNull(places.deletedAt)))
        .innerJoin(people, and(eq(people.id, playerCalls.userId), isNull(people.deletedAt)))
        .where(isCall),
      // If a place has too many followers, the newest ones are notified.
      followers: db
        .select({ id: placeFollows.userId })
        .from(playerCalls)
        .innerJoin(placeFollows, isNotifiedOfCall(playerCalls.placeId, playerCalls.userId))
        .where(isCall)
        .orderBy(desc(placeFollows.createdAt))
        .limit(maxNotifiedAtOnce),
    })
    const [found] = call.rows
    if (!found?.actorName || followers.rows.length === 0) return noDeliveries
    const notice = placeCallNotice({ ...found, callId: pingId, actorName: found.actorName })
    return { deliveries: [{ ...notice, to: followers.rows.map(({ id }) => id) }] }
  },
}
