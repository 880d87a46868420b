import { and, eq, type SQL, sql } from 'drizzle-orm'
import { timeToPay } from '../../domain/events/seat-rules.ts'
import { notifyOf } from '../notifications/commands.ts'
import { updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { events, joiners } from './schema.ts'
import { fitsTier, freeSeats, givenHoldEnd, hasWaitlist } from './seats.ts'
import { e } from './tables.ts'

const isPaying = (joinerId: string) => and(eq(joiners.id, joinerId), eq(joiners.state, 'paying'))

const isIn = (condition: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = ${joiners.eventId} AND ${e.state} = 'published' AND ${condition})`

/**
 * Gives a person the seat that they have paid for. If the hold was over when the payment arrived, they get their seats back if these are
 * still free. `when` must hold too. Use it in `inSeatBatch`. If no row changes, the person has left or was removed since, a host has given them the seat, or
 * the game was cancelled.
 */
export const confirmPaidSeat = (db: Database, now: number, joinerId: string, when: SQL = sql`1`) => ({
  confirmed: db
    .update(joiners)
    .set({ state: 'going', payUntil: null, updatedAt: now })
    .where(and(isPaying(joinerId), isIn(when))),
  regained: db
    .update(joiners)
    .set({ state: 'going', payUntil: null, updatedAt: now })
    .where(
      and(
        ...[eq(joiners.id, joinerId), eq(joiners.state, 'expired'), sql`${joiners.payUntil} IS NOT NULL`],
        isIn(
          sql`${when} AND ${e.startsAt} > ${now} AND ${freeSeats(joiners.slotId)} >= ${joiners.seats} AND ${fitsTier(joiners)} AND NOT ${hasWaitlist(joiners.slotId)}`,
        ),
      ),
    ),
  notified: notifyOf(
    { kind: 'event-joined', joinerId, as: 'going' },
    { id: `seat-paid:${joinerId}`, now },
    sql`EXISTS (SELECT 1 FROM ${joiners} WHERE ${joiners.id} = ${joinerId} AND ${joiners.state} = 'going' AND ${joiners.updatedAt} = ${now})`,
  ),
})

/** A host gives a person the seat that was held for them, for cash or as a gift, and they are told. Use it in `inSeatBatch`. */
export const giveUnpaidSeat = (
  db: Database,
  { now, newId, platform }: Pick<CommandContext, 'now' | 'newId' | 'platform'>,
  joinerId: string,
  when: SQL,
) => ({
  given: db
    .update(joiners)
    .set({ state: 'going', payUntil: null, updatedAt: now })
    .where(and(isPaying(joinerId), isIn(when))),
  notified: notifyOf({ kind: 'joiner-decided', joinerId, decision: 'going' }, { id: newId(), now, platform }, sql`changes() > 0`),
})

/**
 * Takes the seat back that was not paid for, and tells the person. Use it in `inSeatBatch`, and only once nobody can pay for this seat any
 * more. Then `offerSeats` offers it to the next person on the waitlist.
 */
export const freeUnpaidSeat = (db: Database, now: number, joinerId: string, when: SQL = sql`1`) => ({
  notified: notifyOf(
    { kind: 'seat-unpaid', joinerId },
    { id: `seat-unpaid:${joinerId}`, now },
    sql`EXISTS (SELECT 1 FROM ${joiners} WHERE ${isPaying(joinerId)} AND ${when})`,
  ),
  freed: db
    .update(joiners)
    .set({ state: 'expired', updatedAt: now })
    .where(and(isPaying(joinerId), when)),
})

/** A person who was given seats without a kind of ticket chooses it, if there are enough of it. */
export const chooseTier = (db: Database, joinerId: string, tierId: string) =>
  db
    .update(joiners)
    .set({ tierId })
    .where(and(isPaying(joinerId), isIn(fitsTier({ id: joiners.id, tierId, seats: joiners.seats }))))

/** Whoever has not paid all of these seats when it is due pays it now, or loses them. Shortly before the start nobody can pay any more. */
export const askForBalances = (joinerIds: SQL, now: number): SQL =>
  updateSet(
    joiners,
    { state: 'paying', payUntil: givenHoldEnd(joiners.startsAt, now), updatedAt: now },
    sql`WHERE ${joiners.id} IN (${joinerIds}) AND ${joiners.state} = 'going' AND ${joiners.startsAt} >= ${now + timeToPay}
      AND ${isIn(sql`1`)}`,
  )

/** The entry keeps so many of its seats, and the last guests have none any more. NULL changes nothing. */
export const keepPaidSeats = (now: number, joinerId: string, seats: SQL, when: SQL): SQL =>
  updateSet(
    joiners,
    {
      state: 'going',
      payUntil: null,
      seats,
      guests: sql`(SELECT json_group_array(value) FROM (SELECT value FROM json_each(${joiners.guests}) ORDER BY key LIMIT ${seats} - 1))`,
      updatedAt: now,
    },
    sql`WHERE ${isPaying(joinerId)} AND ${seats} IS NOT NULL AND ${when}`,
  )

/** People who could not pay for their seats have time to do so from now on, but not longer than until shortly before the start. */
export const giveMoreTime = (now: number, which: SQL): SQL =>
  updateSet(
    joiners,
    { payUntil: sql`max(${joiners.payUntil}, ${givenHoldEnd(joiners.startsAt, now)})` },
    sql`WHERE ${joiners.state} = 'paying' AND ${joiners.startsAt} > ${now + timeToPay} AND ${which}`,
  )

/** The payment for this seat is on its way, or we must look again later. */
export const holdLonger = (db: Database, joinerId: string, until: number) =>
  db.update(joiners).set({ payUntil: until }).where(isPaying(joinerId))
