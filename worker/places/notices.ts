import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { placeCallNotice } from '../../domain/places/notices.ts'
import { people } from '../accounts/shared.ts'
import { maxToldAtOnce, nothing, type Renderers } from '../notifications/renderer.ts'
import { runBatch } from '../platform/batch.ts'
import { isToldOfCall } from './queries.ts'
import { placeFollows, placePings, places } from './schema.ts'

export const placeNotices: Renderers<'place-call'> = {
  'place-call': async ({ pingId }, { db, now }) => {
    const isCall = and(eq(placePings.id, pingId), gt(placePings.expiresAt, now))
    const { call, followers } = await runBatch(db, {
      call: db
        .select({
          placeId: placePings.placeId,
          placeName: places.name,
          actorId: placePings.userId,
          actorName: people.displayName,
          activity: placePings.activity,
          needed: placePings.needed,
        })
        .from(placePings)
        .innerJoin(places, and(eq(places.id, placePings.placeId), isNull(places.deletedAt)))
        .innerJoin(people, and(eq(people.id, placePings.userId), isNull(people.deletedAt)))
        .where(isCall),
      // Of a place that many follow, those who began to last.
      followers: db
        .select({ id: placeFollows.userId })
        .from(placePings)
        .innerJoin(placeFollows, isToldOfCall(placePings.placeId, placePings.userId))
        .where(isCall)
        .orderBy(desc(placeFollows.createdAt))
        .limit(maxToldAtOnce),
    })
    const [found] = call.rows
    if (!found?.actorName || followers.rows.length === 0) return nothing
    const notice = placeCallNotice({ ...found, pingId, actorName: found.actorName })
    return { deliveries: [{ ...notice, to: followers.rows.map(({ id }) => id) }] }
  },
}
