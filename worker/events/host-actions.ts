import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { AddUnregistered, HostAction } from '../../domain/events/manage-contract.ts'
import { judgePublished } from '../../domain/events/rules.ts'
import { judgeSeat } from '../../domain/events/seat-rules.ts'
import { type JoinerState, seatStates } from '../../domain/events/states.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { readFirst } from '../platform/batch.ts'
import { columnNames, insertSelect, literalList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, select, selectFields } from '../platform/row-query.ts'
import { isHostOf } from './acting.ts'
import { callSubstitutes } from './call-substitutes.ts'
import { events, joiners } from './schema.ts'
import { isActiveIn } from './seat-states.ts'
import { fitsTier, freeSeats, givenHoldEnd, hasWaitlist, runSeatBatch, seatFacts, seatStateBy } from './seats.ts'
import { e, j } from './tables.ts'

const joinerNotFound = () => new AppError('JoinerNotFound')

const isEntry = (eventId: string, joinerId: string) => and(eq(joiners.id, joinerId), eq(joiners.eventId, eventId))

/** From which states each action is possible, and to which state it leads. The statement that takes a seat also checks that it is free. */
const transitions: Record<HostAction, { from: readonly JoinerState[]; to: (fits: SQL, now: number) => SQL }> = {
  approve: {
    from: ['asked'],
    to: (fits, now) => sql`iif(${fits} AND NOT ${hasWaitlist(joiners.slotId)}, ${seatStateBy('approve', joiners.userId, now)}, 'waiting')`,
  },
  refuse: { from: ['asked'], to: () => sql`'refused'` },
  remove: { from: ['going', 'paying', 'waiting', 'offered'], to: () => sql`'removed'` },
  // An offer, and a person who is paying, already hold their seats.
  seat: {
    from: ['asked', 'waiting', 'offered', 'paying'],
    // Nobody sits because a friend holds a seat for them: they say yes themselves.
    to: (fits, now) =>
      sql`CASE WHEN ${joiners.state} = 'offered' AND ${joiners.heldBy} IS NOT NULL THEN NULL
        WHEN ${joiners.state} IN ('offered', 'paying') OR ${fits} THEN ${seatStateBy('seat', joiners.userId, now)} END`,
  },
}

const selectEntry = (eventId: string, joinerId: string, now: number) =>
  selectFields(
    { eventState: e.state, state: j.state, heldBy: j.heldBy, ...seatFacts(j.userId, now) },
    sql`FROM ${joiners} ${j} JOIN ${events} ${e} ON ${e.id} = ${j.eventId} WHERE ${j.id} = ${joinerId} AND ${j.eventId} = ${eventId}`,
  )

/** Applies a host's action to an entry. It fails if the entry's state has changed, so of two hosts at once the second gets an error. */
export async function actOnJoiner(
  db: Database,
  { now, newId, platform }: CommandContext,
  hostId: string,
  eventId: string,
  joinerId: string,
  action: HostAction,
): Promise<void> {
  const { from, to } = transitions[action]
  const entry = await readFirst(db, selectEntry(eventId, joinerId, now))
  if (!entry) throw joinerNotFound()
  const refusal = judgePublished(entry.eventState)
  if (refusal) throw refusal
  if (!from.includes(entry.state)) throw new AppError('JoinerChanged')
  if (action === 'seat' && entry.state === 'offered' && entry.heldBy !== null) throw new AppError('FriendNotAnswered')
  const nextState = sql`(SELECT ${to(sql`(${freeSeats(joiners.slotId)} >= ${joiners.seats} AND ${fitsTier(joiners)})`, now)} FROM ${events} ${e}
    WHERE ${e.id} = ${eventId} AND ${e.state} = 'published' AND ${isHostOf(hostId)})`
  const { acted } = await runSeatBatch(
    db,
    eventId,
    now,
    {
      called:
        action === 'remove' ? [callSubstitutes(sql`${j.id} = ${joinerId} AND ${j.eventId} = ${eventId} AND ${isHostOf(hostId)}`, now)] : [],
      acted: db
        .update(joiners)
        .set({
          state: nextState,
          offerExpiresAt: null,
          updatedAt: now,
          // Who was moved to the waitlist had a seat before, and gets a new confirmation.
          isConfirmed: sql`${joiners.isConfirmed} AND ${joiners.state} IN ${literalList(seatStates)}`,
          ...(action === 'seat' && { payUntil: null }),
          ...(action === 'approve' && { payUntil: sql`iif(${nextState} = 'paying', ${givenHoldEnd(joiners.startsAt, now)}, NULL)` }),
        })
        .where(and(isEntry(eventId, joinerId), inArray(joiners.state, from), sql`${nextState} IS NOT NULL`)),
      // Only this batch knows the new state. A guest without an account cannot be notified.
      notified: notifyOfRows(
        sql`SELECT ${newId()} AS id, json_object('kind', 'joiner-decided', 'joinerId', ${j.id}, 'decision', ${j.state}) AS fact
        FROM ${joiners} ${j} WHERE ${j.id} = ${joinerId} AND ${j.userId} IS NOT NULL AND changes() > 0`,
        { now, platform },
      ),
    },
    platform,
  )
  if (acted.changes > 0) return
  const outcome = judgeSeat({ ...entry, way: 'approve', now })
  throw action === 'approve' && outcome instanceof AppError ? outcome : new AppError('NotEnoughSeats')
}

/** Moves an entry to another slot, if it has enough free seats. */
export async function moveJoiner(
  db: Database,
  now: number,
  hostId: string,
  eventId: string,
  joinerId: string,
  slotId: string | null,
): Promise<void> {
  const { moved, after } = await runSeatBatch(db, eventId, now, {
    moved: db
      .update(joiners)
      .set({ slotId, updatedAt: now })
      .where(
        sql`${isEntry(eventId, joinerId)} AND ${isActiveIn(joiners)}
          AND EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isHostOf(hostId)} AND ${freeSeats(slotId)} IS NOT NULL
            AND (${joiners.state} IN ('waiting', 'asked') OR ${joiners.slotId} IS ${slotId} OR ${freeSeats(slotId)} >= ${joiners.seats}))`,
      ),
    after: db.select({ id: joiners.id }).from(joiners).where(isEntry(eventId, joinerId)),
  })
  if (moved.changes > 0) return
  throw after.rows.length > 0 ? new AppError('SlotFull') : joinerNotFound()
}

/** Adds a guest without an account. They take a seat like everyone else. */
export async function addUnregistered(
  db: Database,
  { now }: CommandContext,
  hostId: string,
  eventId: string,
  { name, slotId, idempotencyKey }: AddUnregistered,
): Promise<string> {
  const id = await deriveId('joiner', hostId, eventId, idempotencyKey)
  const { after } = await runSeatBatch(db, eventId, now, {
    added: insertSelect(
      joiners,
      {
        id,
        eventId: e.id,
        guestName: name,
        slotId,
        state: seatStateBy('unregistered', sql`NULL`, now),
        seats: 1,
        guests: [],
        answers: {},
        waitlistRank: 0,
        joinedAt: now,
        arrived: 0,
        isNoShow: false,
        startsAt: e.startsAt,
        updatedAt: now,
      },
      sql`FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${e.state} = 'published' AND ${isHostOf(hostId)} AND ${freeSeats(slotId)} >= 1
        ON CONFLICT (${columnNames(joiners.id)}) DO NOTHING`,
    ),
    after: select(
      { isAdded: asBoolean, state: e.state },
      sql`SELECT EXISTS (SELECT 1 FROM ${joiners} WHERE ${joiners.id} = ${id}) AS isAdded, ${e.state} AS state FROM ${events} ${e} WHERE ${e.id} = ${eventId}`,
    ),
  })
  const [found] = after.rows
  if (!found?.isAdded) throw judgePublished(found?.state) ?? new AppError('NoFreeSeat')
  return id
}
