import { and, desc, eq, gt, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { editedFields, maxProposalNoticesPerDay, maxProposalRecipients } from '../../domain/places/kinds.ts'
import { placeCallNotice, placeProposalNotice, proposalNoticePrefix } from '../../domain/places/notices.ts'
import { day } from '../../domain/time/spans.ts'
import { people } from '../accounts/shared.ts'
import { maxNotifiedAtOnce, noDeliveries, type Renderers } from '../notifications/renderer.ts'
import { countNotices } from '../notifications/shared.ts'
import { runBatch } from '../platform/batch.ts'
import { isOpen } from './proposals.ts'
import { isNotifiedOfCall } from './queries.ts'
import { placeCheckIns, placeFollows, placeProposals, places, playerCalls } from './schema.ts'

export const placeNotices: Renderers<'place-call' | 'place-proposal'> = {
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

  /** Asks whoever added the place, and the followers who were there most often. */
  'place-proposal': async ({ placeId, proposalId }, { db, now }) => {
    const isWaiting = and(eq(placeProposals.placeId, placeId), eq(placeProposals.id, proposalId), isOpen(now))
    const wantsMore = (userId: SQLWrapper) => sql`${countNotices(userId, proposalNoticePrefix, now - day)} < ${maxProposalNoticesPerDay}`
    const { proposal, followers } = await runBatch(db, {
      proposal: db
        .select({
          placeName: places.name,
          changes: placeProposals.changes,
          actorId: placeProposals.userId,
          creatorId: sql<string | null>`iif(${wantsMore(places.creatorId)}, ${places.creatorId}, NULL)`.as('creatorId'),
        })
        .from(placeProposals)
        .innerJoin(places, eq(places.id, placeProposals.placeId))
        .where(isWaiting),
      followers: db
        .select({ id: placeFollows.userId })
        .from(placeFollows)
        .innerJoin(placeCheckIns, and(eq(placeCheckIns.placeId, placeFollows.placeId), eq(placeCheckIns.userId, placeFollows.userId)))
        .innerJoin(places, and(eq(places.id, placeFollows.placeId), sql`${places.creatorId} IS NOT ${placeFollows.userId}`))
        .where(and(eq(placeFollows.placeId, placeId), wantsMore(placeFollows.userId)))
        .orderBy(desc(placeCheckIns.visits), placeFollows.userId)
        .limit(maxProposalRecipients),
    })
    const [found] = proposal.rows
    if (!found) return noDeliveries
    const { placeName, changes, actorId, creatorId } = found
    const facts = { placeId, placeName, fields: editedFields.filter((field) => changes[field] !== undefined), now }
    return {
      deliveries: [
        // Without the actor: whoever added the place must know even if the two blocked each other.
        { ...placeProposalNotice({ ...facts, actorId: null, isMailed: true }), to: creatorId === null ? [] : [creatorId] },
        { ...placeProposalNotice({ ...facts, actorId, isMailed: false }), to: followers.rows.map(({ id }) => id) },
      ].filter(({ to }) => to.length > 0),
    }
  },
}
