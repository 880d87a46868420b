import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import type { Slot, SlotMove } from '../../domain/events/form-contract.ts'
import { people } from '../accounts/shared.ts'
import { mustHold, readAll } from '../platform/batch.ts'
import { columnNames, inList, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, computed, orNull, selectFields } from '../platform/row-query.ts'
import { isVisibleTo } from '../privacy/reach.ts'
import { endHeldSeats } from './end-held-seats.ts'
import { endHolds, ending } from './end-holds.ts'
import { events, joiners } from './schema.ts'
import { isActiveIn, isHoldingIn } from './seat-states.ts'
import { slotSeats } from './seats.ts'
import { e, j } from './tables.ts'

/** The dates whose seats change, and where the people of removed slots go. */
export type SlotChange = { ids: readonly string[]; before: readonly Slot[]; after: readonly Slot[]; moves: readonly SlotMove[] }

type Joiners = { eventId: SQLWrapper; slotId: SQLWrapper }

/** Whether the slot of this entry is removed. If the game gets its first slots, everyone in it has no slot yet. */
const isInRemovedSlot = ({ ids, after }: SlotChange, { eventId, slotId }: Joiners): SQL => {
  const afterIds = after.map(({ id }) => id)
  const isRemoved = after.length === 0 ? sql`${slotId} IS NOT NULL` : sql`(${slotId} IS NULL OR NOT ${inList(slotId, afterIds)})`
  return sql`(${inList(eventId, ids)} AND ${isRemoved})`
}

/** Moves to slots that are still there. Without slots there is nothing to choose: everyone shares all seats. */
const usableMoves = ({ after, moves }: SlotChange) => moves.filter(({ to }) => after.some(({ id }) => id === to))

const hasMove = (change: SlotChange, { slotId }: Pick<Joiners, 'slotId'>): SQL => {
  if (change.after.length === 0) return sql`1`
  const from = usableMoves(change).map(({ from }) => from ?? '')
  return inList(sql`coalesce(${slotId}, '')`, from)
}

/**
 * Selects the people of one game whose slot is removed, as JSON: `userId`, `from` and `state`. It must run before they are moved.
 * The message about the change must fit into the queue, so it names at most 1500.
 */
export const selectMovedPeople = (change: SlotChange, eventId: SQL): SQL => sql`
  (SELECT json_group_array(json_object('userId', ${columnNames(joiners.userId)}, 'from', ${columnNames(joiners.slotId)}, 'state', ${columnNames(joiners.state)})) FROM (
    SELECT ${j.userId}, ${j.slotId}, ${j.state} FROM ${joiners} ${j}
    WHERE ${j.eventId} = ${eventId} AND ${j.userId} IS NOT NULL AND ${isActiveIn(j)} AND ${isInRemovedSlot(change, j)} LIMIT 1500))`

/** Checks that the host said where everyone goes. */
export const requirePlacesForAll = (change: SlotChange): SQL =>
  mustHold(
    'people-have-place',
    sql`NOT EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${isActiveIn(j)} AND ${isInRemovedSlot(change, j)} AND NOT ${hasMove(change, j)})`,
  )

/**
 * Ends what is held for friends in slots whose people are moved to the waitlist: they have not said yes, so they do not wait for a seat. It must
 * run before people are moved.
 */
export const endHeldForWaitlist = (change: SlotChange, now: number) =>
  usableMoves(change)
    .filter(({ isToWaitlist }) => isToWaitlist)
    .flatMap(({ from }) => endHeldSeats(sql`${isInRemovedSlot(change, joiners)} AND ${joiners.slotId} IS ${from}`, now))

/** Moves the people of removed slots. Their places on the waitlist, offers and requests stay as they are. */
export function moveSlotPeople(change: SlotChange, now: number): SQL[] {
  const removed = isInRemovedSlot(change, joiners)
  const isMoved = sql`${removed} AND ${isActiveIn(joiners)}`
  const moves = usableMoves(change).map(({ from, to, isToWaitlist }) =>
    updateSet(
      joiners,
      {
        slotId: to,
        updatedAt: now,
        ...(isToWaitlist && {
          state: sql`iif(${isHoldingIn(joiners)}, 'waiting', ${joiners.state})`,
          // Whoever waits waits for themselves, and not for a seat that a friend holds.
          ...{ offerHash: null, offerExpiresAt: null, heldBy: null },
        }),
      },
      sql`WHERE ${isMoved} AND ${joiners.slotId} IS ${from}`,
    ),
  )
  // The code for a held seat still works, but it takes any seat that is free then.
  const released = endHolds(isInRemovedSlot(change, ending))
  // Without slots, nobody has one. The entries of people who have left only need a slot that exists.
  const rest = change.after.length === 0 ? removed : sql`${removed} AND NOT ${isActiveIn(joiners)}`
  return [...released, ...moves, updateSet(joiners, { slotId: change.after[0]?.id ?? null }, sql`WHERE ${rest}`)]
}

/** Checks that guests without an account are not put on the waitlist: nobody could offer them a seat. */
export const requireNoWaitingGuests = ({ ids }: SlotChange): SQL =>
  mustHold(
    'guests-have-seats',
    sql`NOT EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${inList(j.eventId, ids)} AND ${j.state} = 'waiting' AND ${j.guestName} IS NOT NULL)`,
  )

/** Checks that no slot holds more people than it has seats. It must run after the seats were changed and people were moved. */
export const requireSeatsForAll = ({ ids }: SlotChange): SQL =>
  mustHold(
    'seats-fit',
    sql`NOT EXISTS (SELECT 1 FROM (
        SELECT ${j.eventId} AS eventId, ${j.slotId} AS slotId, sum(${j.seats}) AS seats FROM ${joiners} ${j}
        WHERE ${inList(j.eventId, ids)} AND ${isHoldingIn(j)} GROUP BY 1, 2) held
      JOIN ${events} ${e} ON ${e.id} = held.eventId WHERE held.seats > coalesce(${slotSeats(sql`held.slotId`)}, 0))`,
  )

const maxNamesShown = 5

/** Says who is in the removed slots, as far as the host sees their names: one issue for each slot, at `slotMoves.<id of the slot>`. */
export async function explainMissingPlaces(db: Database, hostId: string, change: SlotChange): Promise<AppError> {
  const u = alias(people, 'u')
  const rows = await readAll(
    db,
    selectFields(
      {
        slotId: computed(sql`${j.slotId}`, orNull(asText)),
        name: computed(sql`coalesce(${u.displayName}, ${j.guestName}, 'Someone')`, asText),
        seats: j.seats,
        rank: computed(sql`row_number() OVER (PARTITION BY ${j.slotId} ORDER BY ${j.joinedAt}, ${j.id})`, asNumber),
        count: computed(sql`count(*) OVER (PARTITION BY ${j.slotId})`, asNumber),
      },
      sql`FROM ${joiners} ${j} LEFT JOIN ${people} ${u} ON ${u.id} = ${j.userId} AND ${isVisibleTo(hostId, u)}
        WHERE ${isActiveIn(j)} AND ${isInRemovedSlot(change, j)} AND NOT ${hasMove(change, j)} ORDER BY 4, 1 LIMIT 200`,
    ),
  )
  const issues = [...Map.groupBy(rows, ({ slotId }) => slotId)].map(([slotId, inSlot]) => {
    const names = inSlot
      .filter(({ rank }) => rank <= maxNamesShown)
      .map(({ name, seats }) => (seats > 1 ? `${name} with ${seats - 1}` : name))
    const more = (inSlot[0]?.count ?? 0) - names.length
    const label = slotId === null ? 'Without a slot' : (change.before.find(({ id }) => id === slotId)?.name ?? 'A slot')
    const list = new Intl.ListFormat('en-US').format(more > 0 ? [...names, `${more} more`] : names)
    return { path: `slotMoves.${slotId ?? ''}`, message: `${label}: ${list}` }
  })
  return new AppError('SlotPeopleWithoutPlace', { issues })
}
