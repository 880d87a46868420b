import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { transferDurationOf } from '../../domain/events/rules.ts'
import { leaveGames } from '../messages/leave.ts'
import { notifyOf, notifyOfRows } from '../notifications/commands.ts'
import { balanceOfEntry } from '../orders/balance-left.ts'
import { moveOrder } from '../orders/settle-orders.ts'
import { countOutreach, explainLimits, isWithinLimits, selectOutreachCounts } from '../outreach/commands.ts'
import { runBatch, write } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { endTransfers } from './end-transfers.ts'
import { isOwnGame } from './in-game.ts'
import { isOpenForJoining, readEventForJoiner } from './read-event-for-joiner.ts'
import { events, joiners, seatTransfers } from './schema.ts'
import { isJoinerOf, runSeatBatch, seatStateBy } from './seats.ts'
import { e, j } from './tables.ts'
import { newTicketCode } from './ticket-codes.ts'

const mine = alias(joiners, 'mine')
const other = alias(joiners, 'other')
const tr = alias(seatTransfers, 'tr')

const waits = (eventId: string, personId: string): SQL => sql`EXISTS (SELECT 1 FROM ${joiners} ${other}
  WHERE ${other.eventId} = ${eventId} AND ${other.userId} = ${personId} AND ${other.state} = 'waiting')`

/**
 * Whether the person could take a seat in event `e`: it is open for them, they have no seat or offer, and were not refused. If the
 * game needs approval, they must be on the waitlist, because then a host has approved them.
 */
const mayTakeSeat = (eventId: string, personId: string, now: number): SQL => sql`
  ${isOpenForJoining(eventId, personId, now)} AND ${seatStateBy('transfer', personId, now)} = 'going' AND (NOT ${e.needsApproval} OR ${waits(eventId, personId)})
  AND NOT EXISTS (SELECT 1 FROM ${joiners} ${other} WHERE ${other.eventId} = ${eventId} AND ${other.userId} = ${personId}
    AND ${other.state} NOT IN ('left', 'expired', 'waiting', 'asked'))`

/** The seats of this entry are not all paid for. */
const owes = (entry: typeof mine): SQL => sql`(${balanceOfEntry(entry)} IS NOT NULL)`

/** Offers the viewer's seat to another person. The viewer keeps it until that person accepts. */
export async function offerSeatTo(
  db: Database,
  { now, newId, platform }: CommandContext,
  userId: string,
  eventId: string,
  toId: string,
): Promise<void> {
  const event = await readEventForJoiner(db, eventId, userId, now)
  const id = newId()
  const sent = { kind: 'seatOffer', senderId: userId, now } as const
  const { counts, offered, open, owed } = await runBatch(db, {
    counts: selectOutreachCounts(sent, toId),
    expired: db.delete(seatTransfers).where(and(eq(seatTransfers.fromId, userId), sql`${seatTransfers.expiresAt} <= ${now}`)),
    offered: insertSelect(
      seatTransfers,
      {
        id,
        eventId,
        joinerId: mine.id,
        fromId: userId,
        toId,
        createdAt: now,
        expiresAt: transferDurationOf(now, event.startsAt) + now,
      },
      sql`FROM ${joiners} ${mine} JOIN ${events} ${e} ON ${e.id} = ${mine.eventId} AND ${e.startsAt} = ${event.startsAt}
        WHERE ${mine.eventId} = ${eventId} AND ${mine.userId} = ${userId} AND ${mine.state} = 'going' AND ${mayTakeSeat(eventId, toId, now)}
          AND NOT ${owes(mine)}
          AND ${hasNoBlock(userId, toId)} AND ${isWithinLimits(sent, toId)} ON CONFLICT DO NOTHING`,
    ),
    counted: countOutreach(sent, { id: newId(), recipientId: toId }),
    notified: notifyOf(
      { kind: 'seat-transfer-offered', transferId: id },
      { id: newId(), now, platform },
      sql`EXISTS (SELECT 1 FROM ${seatTransfers} WHERE ${seatTransfers.id} = ${id})`,
    ),
    open: selectOwnTransfer(db, userId, eventId),
    owed: select(
      { owes: asBoolean },
      sql`SELECT ${owes(mine)} AS owes FROM ${joiners} ${mine} WHERE ${mine.eventId} = ${eventId} AND ${mine.userId} = ${userId}`,
    ),
  })
  if (offered.changes > 0) return
  if (event.mine !== 'going') throw new AppError('NoSeatToTransfer')
  if (owed.rows[0]?.owes) throw new AppError('BalanceUnpaid')
  if (open.rows.length > 0) throw new AppError('TransferOpen')
  throw explainLimits('seatOffer', counts) ?? new AppError('CannotTakeSeat')
}

const selectOwnTransfer = (db: Database, fromId: string, eventId: string) =>
  db
    .select({ id: tr.id })
    .from(tr)
    .innerJoin(j, eq(j.id, tr.joinerId))
    .where(and(eq(tr.fromId, fromId), eq(tr.eventId, eventId), eq(j.state, 'going')))

/** Takes the viewer's offer back. The other person finds that it is over when they open it. */
export async function takeBackTransfer(db: Database, userId: string, eventId: string): Promise<void> {
  await write(db, db.delete(seatTransfers).where(and(eq(seatTransfers.fromId, userId), eq(seatTransfers.eventId, eventId))))
}

/** Declines an offered seat. Doing it again changes nothing. */
export async function declineTransfer(db: Database, now: number, userId: string, eventId: string, transferId: string): Promise<void> {
  const isTheirs = and(eq(seatTransfers.id, transferId), eq(seatTransfers.eventId, eventId), eq(seatTransfers.toId, userId))
  await runBatch(db, { ended: endTransfers(sql`${isTheirs}`, now) })
}

/**
 * Accepts an offered seat, in one batch: the entry goes to the viewer, so the seat is never free in between. The guests stay with
 * the seat. If the seat was paid for, its order follows it, and money that goes back goes to the player who paid. A seat that is still
 * being paid for cannot be given away.
 */
export async function acceptTransfer(
  db: Database,
  { now, newId, platform }: CommandContext,
  userId: string,
  eventId: string,
  transferId: string,
): Promise<void> {
  await readEventForJoiner(db, eventId, userId, now)
  const id = newId()
  const offered = sql`SELECT ${mine.id} FROM ${seatTransfers} ${tr} JOIN ${joiners} ${mine} ON ${mine.id} = ${tr.joinerId}
      JOIN ${events} ${e} ON ${e.id} = ${tr.eventId}
    WHERE ${tr.id} = ${transferId} AND ${tr.eventId} = ${eventId} AND ${tr.toId} = ${userId} AND ${tr.expiresAt} > ${now}
      AND ${mine.state} = 'going' AND NOT ${owes(mine)} AND ${mine.userId} = ${tr.fromId} AND ${hasNoBlock(userId, tr.fromId)} AND ${mayTakeSeat(eventId, userId, now)}`
  const isAccepted = sql`EXISTS (SELECT 1 FROM ${joiners} ${mine} WHERE ${mine.id} = ${id})`
  const { transferred } = await runSeatBatch(
    db,
    eventId,
    now,
    {
      // The entry first gets its new id, by which the other statements recognize it.
      claimed: db.update(joiners).set({ id }).where(sql`${joiners.id} = (${offered})`),
      notified: notifyOfRows(
        sql`SELECT ${newId()} AS id, json_object('kind', 'seat-transferred', 'actorId', ${mine.userId}, 'joinerId', ${id}) AS fact
        FROM ${joiners} ${mine} WHERE ${mine.id} = ${id}`,
        { now, platform },
      ),
      giverLeft: leaveGames(
        sql`SELECT ${mine.eventId} AS eventId, ${mine.userId} AS userId FROM ${joiners} ${mine}
        WHERE ${mine.id} = ${id} AND NOT ${isOwnGame(mine.eventId, mine.userId)}`,
        now,
      ),
      orderMoved: moveOrder(
        eventId,
        sql`SELECT ${tr.joinerId} FROM ${seatTransfers} ${tr} WHERE ${tr.id} = ${transferId} AND ${isAccepted}`,
        id,
      ),
      // Offers of others to this person are over too.
      ended: db.delete(seatTransfers).where(and(eq(seatTransfers.toId, userId), eq(seatTransfers.eventId, eventId), isAccepted)),
      replaced: db.delete(joiners).where(and(isJoinerOf(eventId, userId), isAccepted)),
      transferred: db
        .update(joiners)
        .set({
          userId,
          answers: {},
          offerHash: null,
          arrived: 0,
          checkedInAt: null,
          updatedAt: now,
          isConfirmed: false,
          // The giver did not pay for those, and nobody came along with the taker.
          ...{ unpaidHolds: [], heldBy: null },
          ticketCode: newTicketCode(eventId),
        })
        .where(eq(joiners.id, id)),
    },
    platform,
  )
  if (transferred.changes === 0) throw new AppError('TransferOver')
}
