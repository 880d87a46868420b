import { and, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { ChangeEvent, EventForm } from '../../domain/events/form-contract.ts'
import { planTimes, shiftTimes, type Times } from '../../domain/events/plan-times.ts'
import { AssertionFailed, mustHold, readFirst, runBatch } from '../platform/batch.ts'
import { inList, insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, select } from '../platform/row-query.ts'
import { acceptJoinRequests } from './accept-join-requests.ts'
import { isHostOf } from './acting.ts'
import { columnsOfForm, mayHostFor, requireCoHosts, toIndexed } from './create-event.ts'
import { indexEvents, isListed, unindexEvents } from './index-events.ts'
import { areUnchanged, type LoadedEvent, loadScope } from './load-scope.ts'
import { type GameFact, notifyAboutGames } from './notify-about-games.ts'
import { notifyCoHosts } from './notify-co-hosts.ts'
import { resolveLocation } from './resolve-location.ts'
import { eventHosts, events, joiners } from './schema.ts'
import { expireOffers, isHoldingIn, recountSeats } from './seats.ts'
import { e } from './tables.ts'

/**
 * Changes an event, or several dates of its series. Players keep their seats and are notified if the time or place changed. The
 * change fails if fewer seats would remain than are taken. `version` is the version that the host saw.
 */
export async function changeEvent(
  db: Database,
  { now, platform }: CommandContext,
  hostId: string,
  eventId: string,
  { form, version, scope }: ChangeEvent,
): Promise<void> {
  const rows = await loadScope(db, hostId, eventId, scope, now)
  const [named] = rows
  if (named.state === 'cancelled') throw new AppError('EventCancelled')
  if (named.startsAt <= now) throw new AppError('TooLateToChange')
  const where = await resolveLocation(db, form.where, { ...named, name: named.placeName })
  await requireCoHosts(db, hostId, form.coHosts, eventId)
  const after = planTimes(form, where.timeZone, now)
  const edited = { before: { startsAt: named.startsAt, endsAt: named.endsAt }, after }
  const dates = rows.map((row) => ({ ...(row === named ? after : shiftTimes(edited, row, where.timeZone)), id: row.id }))
  if (dates.some(({ startsAt }) => startsAt <= now)) throw new AppError('OtherDateInPast', { field: 'form.starts' })
  const ids = dates.map(({ id }) => id)
  const idList = JSON.stringify(ids)
  const hasMoved = (row: LoadedEvent, index: number) =>
    row.startsAt !== dates[index]?.startsAt || row.placeName !== where.name || row.lat !== where.lat || row.lng !== where.lng
  const facts: GameFact[] = rows
    .filter((row, index) => row.state === 'published' && hasMoved(row, index))
    .map((row) => ({ kind: 'event-changed', eventId: row.id, version: row.version + 1 }))
  const mayMatchNewAlerts = ({ row, index }: { row: LoadedEvent; index: number }) =>
    row.state === 'published' && (hasMoved(row, index) || row.activity !== form.activity || row.visibility !== 'public')
  const first = rows.map((row, index) => ({ row, index })).find(mayMatchNewAlerts)
  // One fact is enough for a series: its notice also covers the later dates.
  if (first && form.visibility === 'public') facts.push({ kind: 'event-nearby', eventId: first.row.id, version: first.row.version + 1 })
  const changedRows = rows.map((row, index) => ({ row, date: dates[index] ?? { ...after, id: row.id } }))
  await runBatch(db, {
    expired: expireOffers(sql`SELECT value FROM json_each(${idList})`, now),
    updated: updateEvents(db, { hostId, eventId, version, form, where, now, seen: rows }, dates),
    allUpdated: mustHold('all-updated', sql`changes() > 0`),
    // Offers, tickets and waitlist positions stay the same. Only the slot changes, if the player's old slot was removed.
    slots: db
      .update(joiners)
      .set({ slotId: slotAfter(form) })
      .where(and(inList(joiners.eventId, ids), sql`${joiners.slotId} IS NOT ${slotAfter(form)}`)),
    starts: db
      .update(joiners)
      .set({
        startsAt: sql`${e.startsAt}`,
        offerExpiresAt: sql`iif(${joiners.offerExpiresAt} IS NULL, NULL, min(${joiners.offerExpiresAt}, ${e.startsAt}))`,
      })
      .from(e)
      .where(and(eq(e.id, joiners.eventId), inList(joiners.eventId, ids))),
    accepted: form.needsApproval ? [] : acceptJoinRequests(idList, { now, platform }),
    coHostsNotified: notifyCoHosts({ actorId: hostId, eventId, version: version + 1, coHosts: form.coHosts }, { now, platform }),
    coHostsRemoved: db.delete(eventHosts).where(inList(eventHosts.eventId, ids)),
    coHosts: insertSelect(
      eventHosts,
      { eventId: e.id, userId: sql`h.value`, startsAt: e.startsAt, createdAt: now },
      sql`FROM ${events} ${e}, (SELECT DISTINCT value FROM json_each(${JSON.stringify(form.coHosts)})) h
        WHERE ${inList(e.id, ids)} AND h.value IS NOT ${e.creatorId}`,
    ),
    recounted: recountSeats(sql`SELECT value FROM json_each(${idList})`),
    notified: notifyAboutGames(facts, { now, platform }),
    unindexed: unindexEvents(rows.filter(isListed)),
    indexed: indexEvents(
      changedRows.filter(({ row }) => isListed({ ...row, visibility: form.visibility })).map(({ date }) => toIndexed(form, where, date)),
    ),
  }).catch(async (error: unknown) => {
    if (!(error instanceof AssertionFailed)) throw error
    throw await explainRefusal(db, hostId, eventId, { form, version, seen: rows })
  })
}

/** Finds out why the batch failed, and points at the form field that caused it. */
async function explainRefusal(
  db: Database,
  hostId: string,
  eventId: string,
  { form, version, seen }: Omit<ChangeEvent, 'scope'> & { seen: readonly LoadedEvent[] },
): Promise<AppError> {
  const found = await readFirst(
    db,
    select(
      { isUnchanged: asBoolean, mayHost: asBoolean },
      sql`SELECT ${events.version} = ${version} AND ${areUnchanged(seen)} AS isUnchanged, ${mayBelongTo(hostId, form.teamId)} AS mayHost
        FROM ${events} WHERE ${events.id} = ${eventId}`,
    ),
  )
  if (!found?.isUnchanged) return new AppError('EventVersionConflict')
  if (!found.mayHost) return new AppError('NotYourTeam', { field: 'form.teamId' })
  return new AppError('SeatsStillTaken', { field: form.slots.length === 0 ? 'form.capacity' : 'form.slots' })
}

/** The slot of a player after the slots have changed: the same one if it still exists, otherwise the first one. */
const slotAfter = ({ slots }: Pick<EventForm, 'slots'>): SQL => {
  const [first] = slots
  if (!first) return sql`NULL`
  return sql`iif(${inList(
    joiners.slotId,
    slots.map(({ id }) => id),
  )}, ${joiners.slotId}, ${first.id})`
}

type Change = {
  hostId: string
  eventId: string
  version: number
  form: EventForm
  where: Awaited<ReturnType<typeof resolveLocation>>
  now: number
  seen: readonly LoadedEvent[]
}

/** The event stays in its team, or the host may host games for the new team. */
const mayBelongTo = (hostId: string, teamId: string | null): SQL => sql`(${events.teamId} IS ${teamId} OR ${mayHostFor(hostId, teamId)})`

function updateEvents(
  db: Database,
  { hostId, eventId, version, form, where, now, seen }: Change,
  dates: readonly (Times & { id: string })[],
) {
  const ids = dates.map(({ id }) => id)
  const seats = sql`iif(${form.slots.length} = 0, ${form.capacity}, (SELECT s.value->>'capacity' FROM json_each(${JSON.stringify(form.slots)}) s WHERE s.value->>'id' = held.slot))`
  const isSeenVersion = sql`EXISTS (SELECT 1 FROM ${events} ${e}
    WHERE ${e.id} = ${eventId} AND ${e.version} = ${version} AND ${e.state} <> 'cancelled' AND ${isHostOf(hostId)})`
  const isTooSmall = sql`EXISTS (SELECT 1 FROM (
      SELECT ${joiners.eventId}, ${slotAfter(form)} AS slot, sum(${joiners.seats}) AS seats FROM ${joiners}
      WHERE ${inList(joiners.eventId, ids)} AND ${isHoldingIn(joiners)} GROUP BY 1, 2) held
    WHERE held.seats > ${seats})`
  return db
    .update(events)
    .set({
      ...columnsOfForm(form, where),
      teamId: form.teamId,
      // If the start time changes, all reminders are sent again.
      reminded: sql`iif(${events.startsAt} = date.startsAt, ${events.reminded}, 0)`,
      startsAt: sql`date.startsAt`,
      endsAt: sql`date.endsAt`,
      version: sql`${events.version} + 1`,
      updatedAt: now,
    })
    .from(
      sql`(SELECT value->>'id' AS id, value->>'startsAt' AS startsAt, value->>'endsAt' AS endsAt FROM json_each(${JSON.stringify(dates)})) date`,
    )
    .where(and(sql`${events.id} = date.id`, areUnchanged(seen), isSeenVersion, mayBelongTo(hostId, form.teamId), sql`NOT ${isTooSmall}`))
}
