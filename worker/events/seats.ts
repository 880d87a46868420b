import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { payers, type SeatWay, timeToPay } from '../../domain/events/seat-rules.ts'
import type { RefundReason } from '../../domain/orders/contract.ts'
import { givenHoldDuration, ownHoldDuration } from '../../domain/orders/holds.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { leaveGames } from '../messages/leave.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { isForSale } from '../orders/payee.ts'
import { settleOrders } from '../orders/settle-orders.ts'
import { type MessageInsert, runBatch, type Statements } from '../platform/batch.ts'
import { columnNames, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, computed, orNull } from '../platform/row-query.ts'
import { tellOfSeats } from '../presence/tell-online.ts'
import { isHostOf, isVisibleTo } from './acting.ts'
import { confirmSeats } from './confirm-seats.ts'
import { endHeldWithoutHolder } from './end-held-seats.ts'
import { endHolds, ending } from './end-holds.ts'
import { endTransfersWithoutSeat } from './end-transfers.ts'
import { isOwnGame } from './in-game.ts'
import { events, joiners } from './schema.ts'
import { isActiveIn, isHoldingIn } from './seat-states.ts'
import { e, j } from './tables.ts'
import { tellOfFreeSeats } from './tell-of-free-seats.ts'
import { nextHoldAt } from './unpaid-holds.ts'

type SlotId = SQLWrapper | string | null
type Party = { id: SQLWrapper | string; tierId: SQLWrapper | string | null; seats: SQLWrapper | number }

const h = alias(joiners, 'h')
const w = alias(joiners, 'w')

/** The same as `isActiveIn`, for statements in which no other table has a column `state`. */
export const isActive = isActiveIn({ state: columnNames(joiners.state) })

/**
 * The state in which this way gives the person a seat in event `e`. NULL if it gives none because of the price. It is the same rule
 * as `judgeSeat` of domain/events/seat-rules.ts.
 */
export function seatStateBy(way: SeatWay, person: SQLWrapper | string, now: number): SQL {
  const payer = payers[way]
  if (payer === 'nobody') return sql`'going'`
  if (payer === null) return sql`iif(${e.pricing} IS NULL, 'going', NULL)`
  const mayHold = way === 'join' ? sql`AND ${nextHoldAt(person, now)} IS NULL` : sql``
  return sql`CASE WHEN ${e.pricing} IS NULL OR ${isHostOf(person)} THEN 'going' WHEN ${e.startsAt} - ${now} >= ${timeToPay} AND ${isForSale(e)} ${mayHold} THEN 'paying' END`
}

/** The facts about event `e` and a person for `judgeSeat`. */
export const seatFacts = (person: SQLWrapper | string, now: number) => ({
  isPaid: computed(sql`${e.pricing} IS NOT NULL`, asBoolean),
  isHost: computed(sql`coalesce(${isHostOf(person)}, 0)`, asBoolean),
  isForSale: computed(sql`(${e.pricing} IS NULL OR ${isForSale(e)})`, asBoolean),
  startsAt: e.startsAt,
  timeZone: e.timeZone,
  nextHoldAt: computed(sql`iif(${e.pricing} IS NULL, NULL, ${nextHoldAt(person, now)})`, orNull(asNumber)),
})

/** The number of all seats of a slot, or of the event if it has no slots. NULL if there is no such slot. */
export const slotSeats = (slotId: SlotId): SQL => sql`
  iif(${e.slots} = '[]', iif(${slotId} IS NULL, ${e.capacity}, NULL),
    (SELECT s.value->>'capacity' FROM json_each(${e.slots}) s WHERE s.value->>'id' = ${slotId}))`

/** The number of seats that are held, counted from the rows. Nothing about seats is decided by a stored number. */
export const heldSeats = (slotId: SlotId): SQL => sql`
  (SELECT coalesce(sum(${h.seats}), 0) FROM ${joiners} ${h} WHERE ${h.eventId} = ${e.id} AND ${isHoldingIn(h)} AND ${h.slotId} IS ${slotId})`

export const freeSeats = (slotId: SlotId): SQL => sql`(${slotSeats(slotId)} - ${heldSeats(slotId)})`

/**
 * Whether event `e` still has so many tickets of this kind. An entry without one, or with one that no longer exists, is asked for one when it
 * is paid for.
 */
export const fitsTier = ({ id, tierId, seats }: Party): SQL => sql`
  NOT EXISTS (SELECT 1 FROM json_each(${e.pricing}, '$.tiers') tier WHERE tier.value->>'id' = ${tierId} AND tier.value->>'seats' < ${seats} +
    (SELECT coalesce(sum(${h.seats}), 0) FROM ${joiners} ${h} WHERE ${h.eventId} = ${e.id} AND ${isHoldingIn(h)} AND ${h.tierId} = ${tierId} AND ${h.id} <> ${id}))`

/** Whether this entry has a ticket for event `e`, or can still choose one. */
const hasTicketLeft = ({ id, tierId, seats }: Party): SQL => sql`
  (NOT EXISTS (SELECT 1 FROM json_each(${e.pricing}, '$.tiers')) OR EXISTS (SELECT 1 FROM json_each(${e.pricing}, '$.tiers') kind
    WHERE kind.value->>'id' = ${tierId} OR ${fitsTier({ id, tierId: sql`kind.value->>'id'`, seats })}))`

/** The state that an entry gets by taking the seat that it was offered. Whoever could buy no ticket would hold the seat and never pay for it. */
export const takenStateBy = (way: 'take' | 'offer', entry: Party, person: SQLWrapper | string, now: number): SQL => sql`
  (CASE ${seatStateBy(way, person, now)} WHEN 'going' THEN 'going' WHEN 'paying' THEN iif(${hasTicketLeft(entry)}, 'paying', NULL) END)`

/** The facts about event `e` and an entry for `judgeSeat`, by the rule of `takenStateBy`. */
export const takingFacts = (entry: Party, person: SQLWrapper | string, now: number) => ({
  ...seatFacts(person, now),
  hasTicket: computed(hasTicketLeft(entry), asBoolean),
})

/**
 * The entries on the waitlist of a slot that can get a seat. Others stay on the waitlist but do not hold up anybody: entries that
 * need more seats than the slot has, or a ticket that is sold out, and people who have a block with a host or can no longer see the event.
 */
const fromWaitlist = (slotId: SlotId): SQL => sql`
  FROM ${joiners} ${w} WHERE ${w.eventId} = ${e.id} AND ${w.state} = 'waiting' AND ${w.slotId} IS ${slotId}
    AND ${w.seats} <= ${slotSeats(slotId)} AND ${isVisibleTo(w.userId)} AND ${fitsTier(w)}`

/** Whether somebody waits for this slot. New players then have to join the waitlist too. */
export const hasWaitlist = (slotId: SlotId): SQL => sql`EXISTS (SELECT 1 ${fromWaitlist(slotId)})`

/** The id of the first entry on the waitlist of this slot. */
export const firstOnWaitlist = (slotId: SlotId): SQL => sql`
  (SELECT ${w.id} ${fromWaitlist(slotId)} ORDER BY ${w.waitlistRank}, ${w.joinedAt}, ${w.id} LIMIT 1)`

/**
 * The position of entry `j` on the waitlist. Only entries that can get a seat count. An entry that needs too many seats has no
 * position. A person who has a block with a host never gets position 1, and does not notice the block.
 */
export const waitlistPosition = sql`iif(${j.seats} <= ${slotSeats(j.slotId)}, 1 + max(NOT ${isVisibleTo(j.userId)},
    (SELECT count(*) ${fromWaitlist(j.slotId)} AND (${w.waitlistRank}, ${w.joinedAt}, ${w.id}) < (${j.waitlistRank}, ${j.joinedAt}, ${j.id}))), NULL)`

/** Whether a row of `joiners` is the entry of this person in this event. */
export const isJoinerOf = (eventId: string, userId: string) => and(eq(joiners.eventId, eventId), eq(joiners.userId, userId))

/** Selects the entry of a person in an event; no row if they are not in it. */
export const selectActiveJoiner = (db: Database, eventId: string, userId: string) =>
  db
    .select({ state: joiners.state })
    .from(joiners)
    .where(and(isJoinerOf(eventId, userId), isActiveIn(joiners)))

/** Notifies people that their offer has expired. It must run before the statement that ends these offers of `j`. */
export const notifyExpiredOffers = (which: SQL, now: number) =>
  notifyOfRows(
    sql`SELECT 'event-offer-over:' || ${j.id} AS id, json_object('kind', 'seat-offer-expired', 'joinerId', ${j.id}) AS fact FROM ${joiners} ${j}
      WHERE ${which} AND ${j.state} = 'offered' AND ${j.offerExpiresAt} <= ${now} AND ${j.userId} IS NOT NULL`,
    { now },
  )

/** The first statements of every batch about seats: expired offers and holds no longer hold seats. */
export const expireOffers = (eventIds: SQL, now: number): (MessageInsert | SQL)[] => [
  notifyExpiredOffers(sql`${j.eventId} IN (${eventIds})`, now),
  updateSet(
    joiners,
    { state: 'expired', offerExpiresAt: null, updatedAt: now },
    sql`WHERE ${joiners.eventId} IN (${eventIds}) AND ${joiners.state} = 'offered' AND ${joiners.offerExpiresAt} <= ${now}`,
  ),
  ...endHolds(sql`${ending.eventId} IN (${eventIds}) AND ${ending.offerExpiresAt} <= ${now}`),
]

/** Whoever lost the seat just now is out of the conversation of the game, unless they host it. */
const leaveWithoutSeat = (eventIds: SQL, now: number): MessageInsert =>
  leaveGames(
    sql`SELECT ${h.eventId} AS eventId, ${h.userId} AS userId FROM ${joiners} ${h}
      WHERE ${h.eventId} IN (${eventIds}) AND ${h.updatedAt} = ${now} AND ${h.userId} IS NOT NULL AND NOT ${isOwnGame(h.eventId, h.userId)}
        AND (NOT ${isActiveIn(h)} OR (${h.state} = 'waiting' AND ${h.joinedAt} < ${now}))`,
    now,
  )

/** Counts the numbers that lists show. */
export function recountSeats(eventIds: SQL): SQL {
  const taken = sql`(SELECT coalesce(sum(${h.seats}), 0) FROM ${joiners} ${h} WHERE ${h.eventId} = ${events.id} AND ${isHoldingIn(h)})`
  const waiting = sql`(SELECT count(*) FROM ${joiners} ${h} WHERE ${h.eventId} = ${events.id} AND ${h.state} = 'waiting')`
  return updateSet(events, { taken, waiting }, sql`WHERE ${events.id} IN (${eventIds})`)
}

/** Until when somebody must open the page to pay, after a host gave them the seat. Nobody pays shortly before the start. */
export const givenHoldEnd = (startsAt: SQLWrapper, now: number): SQL =>
  sql`max(${now + ownHoldDuration}, min(${now + givenHoldDuration}, ${startsAt} - ${timeToPay}))`

/** Whoever must pay for a seat from now on has a time by which to open the page. A host may have given them more. */
const startHolds = (eventIds: SQL, now: number): SQL =>
  updateSet(
    joiners,
    { payUntil: now + ownHoldDuration },
    sql`WHERE ${joiners.eventId} IN (${eventIds}) AND ${joiners.state} = 'paying' AND ${joiners.payUntil} IS NULL`,
  )

/**
 * The last statements of every batch in which somebody may get or lose a seat. `forced` is for people who lose a seat that they did not
 * give up: they get their money back.
 */
export const settleSeats = (
  eventIds: SQL,
  now: number,
  { forced, platform }: { forced?: RefundReason | undefined; platform?: PlatformId | undefined } = {},
): (MessageInsert | SQL)[] => [
  ...endHeldWithoutHolder(eventIds, now),
  ...confirmSeats(eventIds, now, platform),
  leaveWithoutSeat(eventIds, now),
  startHolds(eventIds, now),
  ...settleOrders(eventIds, now, forced),
  tellOfFreeSeats(eventIds, now),
  recountSeats(eventIds),
]

/** Runs a batch about the seats of one event. First it ends expired offers, last it ends offers of lost seats and counts the numbers for lists. */
export const runSeatBatch = <const All extends Statements>(
  db: Database,
  eventId: string,
  now: number,
  statements: All,
  platform?: PlatformId,
) => runBatch(db, inSeatBatch(eventId, now, statements, platform))

/** The same statements for a batch that has more. */
export const inSeatBatch = <const All extends Statements>(eventId: string, now: number, statements: All, platform?: PlatformId) =>
  inSeatBatchOf(sql`SELECT ${eventId}`, now, statements, platform)

/** The same statements about several events. `eventIds` selects their ids. */
export const inSeatBatchOf = <const All extends Statements>(eventIds: SQL, now: number, statements: All, platform?: PlatformId) => ({
  offersExpired: expireOffers(eventIds, now),
  ...statements,
  transfersEnded: endTransfersWithoutSeat(eventIds),
  settled: settleSeats(eventIds, now, { platform }),
  told: tellOfSeats(eventIds, now),
})
