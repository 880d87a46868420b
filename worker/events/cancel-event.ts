import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { CancelEvent } from '../../domain/events/form-contract.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { settleOrders } from '../orders/settle-orders.ts'
import { type MessageInsert, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { endTransfersWithoutSeat } from './end-transfers.ts'
import { isListed, unindexEvents } from './index-events.ts'
import { type LoadedEvent, loadScope } from './load-scope.ts'
import { type GameFact, notifyAboutGames } from './notify-about-games.ts'
import { coHostInvites, coHostLinks, events } from './schema.ts'

/** Cancels an event. Everyone in it is notified, and no more seats are offered. */
export async function cancelEvent(
  db: Database,
  { now, platform }: CommandContext,
  hostId: string,
  eventId: string,
  { reason, scope }: CancelEvent,
): Promise<void> {
  const rows = (await loadScope(db, hostId, eventId, scope, now)).filter(({ state, endsAt }) => state === 'published' && endsAt > now)
  if (rows.length === 0) throw new AppError('NothingToCancel')
  await cancelGames(db, { now, platform }, rows, reason)
}

/** Cancels published games. `after` runs in the same batch. */
export async function cancelGames(
  db: Database,
  { now, platform }: { now: number; platform?: PlatformId | undefined },
  rows: readonly LoadedEvent[],
  reason: string,
  after: readonly MessageInsert[] = [],
): Promise<void> {
  const facts: GameFact[] = rows.map(({ id, version }) => ({ kind: 'event-cancelled', eventId: id, version: version + 1 }))
  const eventIds = rows.map(({ id }) => id)
  const ids = sql`SELECT value FROM json_each(${JSON.stringify(eventIds)})`
  await runBatch(db, {
    cancelled: db
      .update(events)
      .set({ state: 'cancelled', cancelReason: reason, version: sql`${events.version} + 1`, updatedAt: now })
      .where(and(eq(events.state, 'published'), inList(events.id, eventIds))),
    coHostInvites: db.delete(coHostInvites).where(inList(coHostInvites.eventId, eventIds)),
    coHostLinks: db.delete(coHostLinks).where(inList(coHostLinks.eventId, eventIds)),
    transfersEnded: endTransfersWithoutSeat(ids),
    ordersSettled: settleOrders(ids, now),
    notified: notifyAboutGames(facts, { now, platform }),
    unindexed: unindexEvents(rows.filter(isListed)),
    after,
  })
}
