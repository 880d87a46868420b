import { and, asc, eq, gt, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { CancelEvent, ChangeEvent, EventForm, Publishing, Scope } from '../../domain/events/form-contract.ts'
import { planTimes, shiftTimes, type Times } from '../../domain/events/plan-times.ts'
import { capacityOf, titleOf } from '../../domain/events/rules.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { AssertionFailed, mustHold, readAll, runBatch, write } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { isHostOf } from './acting.ts'
import { mayHostFor, publishAtOf, requireCoHosts, toIndexed } from './create-event.ts'
import { indexEvents, isListed, unindexEvents } from './index-events.ts'
import { letInWhoAsked } from './let-in.ts'
import { areStill, type LoadedEvent, loadScope, selectLoaded } from './load-scope.ts'
import { type GameFact, tellOfGames } from './news.ts'
import { expireOffers, isHolding, recountSeats } from './seats.ts'
import { settleWhere } from './settle-where.ts'
import { e } from './tables.ts'
import { tellCoHosts } from './tell-co-hosts.ts'

/**
 * Changes an event, or with it the dates of its series. Whoever is in stays in, and is told where time or place moved; seats that are
 * held cannot be taken away. `version` is the one the host saw.
 */
export async function changeEvent(
  db: Database,
  { now, platform }: Acting,
  hostId: string,
  eventId: string,
  { form, version, scope }: ChangeEvent,
): Promise<void> {
  const rows = await loadScope(db, hostId, eventId, scope, now)
  const [named] = rows
  if (named.state === 'cancelled') throw new AppError('EventCancelled')
  if (named.startsAt <= now) throw new AppError('TooLateToChange')
  const where = await settleWhere(db, form.where, { ...named, name: named.placeName })
  await requireCoHosts(db, hostId, form.coHosts, eventId)
  const after = planTimes(form, where.timeZone, now)
  const edited = { before: { startsAt: named.startsAt, endsAt: named.endsAt }, after }
  const dates = rows.map((row) => ({ ...(row === named ? after : shiftTimes(edited, row, where.timeZone)), id: row.id }))
  if (dates.some(({ startsAt }) => startsAt <= now)) throw new AppError('OtherDateIsOver', { at: 'form.starts' })
  const ids = JSON.stringify(dates.map(({ id }) => id))
  const hasMoved = (row: LoadedEvent, index: number) =>
    row.startsAt !== dates[index]?.startsAt || row.placeName !== where.name || row.lat !== where.lat || row.lng !== where.lng
  const facts: GameFact[] = rows
    .filter((row, index) => row.state === 'published' && hasMoved(row, index))
    .map((row) => ({ kind: 'event-changed', eventId: row.id, version: row.version + 1 }))
  const meetsOthers = ({ row, index }: { row: LoadedEvent; index: number }) =>
    row.state === 'published' && (hasMoved(row, index) || row.activity !== form.activity || row.visibility !== 'public')
  const first = rows.map((row, index) => ({ row, index })).find(meetsOthers)
  // One fact is enough for a series: its later dates are looked at with it.
  if (first && form.visibility === 'public') facts.push({ kind: 'event-nearby', eventId: first.row.id, version: first.row.version + 1 })
  const shown = rows.map((row, index) => ({ row, date: dates[index] ?? { ...after, id: row.id } }))
  await runBatch(db, {
    expired: expireOffers(sql`SELECT value FROM json_each(${ids})`, now),
    updated: updateEvents({ hostId, eventId, version, form, where, now, seen: rows }, dates),
    allUpdated: mustHold('all-updated', sql`changes() > 0`),
    // An offer, a ticket and a place in line stay what they are; only where they sit may have a new name.
    slots: sql`UPDATE joiners SET slot_id = ${slotAfter(form)} WHERE event_id IN (SELECT value FROM json_each(${ids})) AND slot_id IS NOT ${slotAfter(form)}`,
    starts: sql`UPDATE joiners SET starts_at = e.starts_at, offer_expires_at = iif(offer_expires_at IS NULL, NULL, min(offer_expires_at, e.starts_at))
      FROM events e WHERE e.id = joiners.event_id AND joiners.event_id IN (SELECT value FROM json_each(${ids}))`,
    letIn: form.needsApproval ? [] : letInWhoAsked(ids, { now, platform }),
    coHostsTold: tellCoHosts({ actorId: hostId, eventId, version: version + 1, coHosts: form.coHosts }, { now, platform }),
    coHostsGone: sql`DELETE FROM event_hosts WHERE event_id IN (SELECT value FROM json_each(${ids}))`,
    coHosts: sql`INSERT INTO event_hosts (event_id, user_id, starts_at, created_at) SELECT e.id, h.value, e.starts_at, ${now}
      FROM events e, (SELECT DISTINCT value FROM json_each(${JSON.stringify(form.coHosts)})) h
      WHERE e.id IN (SELECT value FROM json_each(${ids})) AND h.value IS NOT e.creator_id`,
    recounted: recountSeats(sql`SELECT value FROM json_each(${ids})`),
    told: tellOfGames(facts, { now, platform }),
    unindexed: unindexEvents(rows.filter(isListed)),
    indexed: indexEvents(
      shown.filter(({ row }) => isListed({ ...row, visibility: form.visibility })).map(({ date }) => toIndexed(form, where, date)),
    ),
  }).catch(async (error: unknown) => {
    if (!(error instanceof AssertionFailed)) throw error
    throw await whyUnchanged(db, hostId, eventId, { form, version, seen: rows })
  })
}

const changedMeanwhile = () => new AppError('EventVersionConflict')

/** What the statement met: told at the field it is about. */
async function whyUnchanged(
  db: Database,
  hostId: string,
  eventId: string,
  { form, version, seen }: Omit<ChangeEvent, 'scope'> & { seen: readonly LoadedEvent[] },
): Promise<AppError> {
  const [found] = await runBatch<{ isStill: number; mayTeam: number }>(db, [
    sql`SELECT version = ${version} AND ${areStill(seen)} AS isStill, (team_id IS ${form.teamId} OR ${mayHostFor(hostId, form.teamId)}) AS mayTeam FROM events WHERE id = ${eventId}`,
  ])
  const facts = found?.results[0]
  if (!facts?.isStill) return changedMeanwhile()
  if (facts.mayTeam === 0) return new AppError('NotYourTeam', { at: 'form.teamId' })
  return new AppError('SeatsStillTaken', { at: form.slots.length === 0 ? 'form.capacity' : 'form.slots' })
}

/** Where someone sits when the slots have changed: in theirs if it is still there, else in the first. */
const slotAfter = ({ slots }: Pick<EventForm, 'slots'>): SQL => {
  const [first] = slots
  if (!first) return sql`NULL`
  return sql`iif(joiners.slot_id IN (SELECT value FROM json_each(${JSON.stringify(slots.map(({ id }) => id))})), joiners.slot_id, ${first.id})`
}

type Change = {
  hostId: string
  eventId: string
  version: number
  form: EventForm
  where: Awaited<ReturnType<typeof settleWhere>>
  now: number
  seen: readonly LoadedEvent[]
}

function updateEvents({ hostId, eventId, version, form, where, now, seen }: Change, dates: readonly (Times & { id: string })[]): SQL {
  const ids = JSON.stringify(dates.map(({ id }) => id))
  const seats = sql`iif(${form.slots.length} = 0, ${form.capacity}, (SELECT s.value->>'capacity' FROM json_each(${JSON.stringify(form.slots)}) s WHERE s.value->>'id' = held.slot))`
  return sql`UPDATE events SET team_id = ${form.teamId}, activity = ${form.activity}, title = ${titleOf({ ...form, where })}, description = ${form.description},
      place_id = ${where.placeId}, place_name = ${where.name}, address = ${where.address}, lat = ${where.lat}, lng = ${where.lng}, time_zone = ${where.timeZone},
      reminded = iif(starts_at = d.startsAt, reminded, 0), starts_at = d.startsAt, ends_at = d.endsAt, level_min = ${form.levelMin}, level_max = ${form.levelMax},
      capacity = ${capacityOf(form)}, slots = ${JSON.stringify(form.slots)}, guests_most = ${form.guestsMost}, visibility = ${form.visibility},
      needs_approval = ${form.needsApproval ? 1 : 0}, questions = ${JSON.stringify(form.questions)}, leave_minutes = ${form.leaveMinutes},
      waitlist_mode = ${form.waitlistMode}, version = version + 1, updated_at = ${now}
    FROM (SELECT value->>'id' AS id, value->>'startsAt' AS startsAt, value->>'endsAt' AS endsAt FROM json_each(${JSON.stringify(dates)})) d
    WHERE events.id = d.id AND ${areStill(seen)}
      AND EXISTS (SELECT 1 FROM events e WHERE e.id = ${eventId} AND e.version = ${version} AND e.state <> 'cancelled' AND ${isHostOf(hostId)})
      AND (team_id IS ${form.teamId} OR ${mayHostFor(hostId, form.teamId)})
      AND NOT EXISTS (SELECT 1 FROM (
          SELECT event_id, ${slotAfter(form)} AS slot, sum(seats) AS seats FROM joiners
          WHERE event_id IN (SELECT value FROM json_each(${ids})) AND ${isHolding} GROUP BY 1, 2) held
        WHERE held.seats > ${seats})`
}

/** Shows a draft now or later, or hides it again as one. */
export async function publishEvent(
  db: Database,
  { now, platform }: Acting,
  hostId: string,
  eventId: string,
  publish: Publishing,
  scope: Scope,
): Promise<void> {
  const rows = (await loadScope(db, hostId, eventId, scope, now)).filter(({ state }) => state === 'draft')
  const [first] = rows
  if (!first) throw new AppError('AlreadyUp')
  if (publish.when !== 'now') {
    await write(db, setPublishAt(rows, publishAtOf(publish, now, rows), now))
    return
  }
  if (!(await showEvents(db, { now, platform }, rows))) throw changedMeanwhile()
}

const setPublishAt = (rows: readonly LoadedEvent[], at: number | null, now: number): SQL =>
  sql`UPDATE events SET publish_at = ${at}, updated_at = ${now} WHERE state = 'draft' AND id IN (SELECT value FROM json_each(${idsOf(rows)}))`

const idsOf = (rows: readonly { id: string }[]) => JSON.stringify(rows.map(({ id }) => id))

/** All of them as they were loaded, or none: false where one was changed or deleted meanwhile. */
async function showEvents(
  db: Database,
  { now, platform }: { now: number; platform?: PlatformId | undefined },
  rows: readonly LoadedEvent[],
): Promise<boolean> {
  const coming = rows.filter(({ startsAt }) => startsAt > now)
  const [first] = coming
  if (!first) throw new AppError('StartIsOver')
  const open = coming.filter(({ visibility }) => visibility === 'public')
  // One fact for a series, however many dates it has.
  const facts: GameFact[] = [...Map.groupBy(open, ({ id, seriesId }) => seriesId ?? id).values()].flatMap(([earliest]) =>
    earliest ? [{ kind: 'event-nearby', eventId: earliest.id, version: earliest.version }] : [],
  )
  const isUp = areStill(coming.map((row) => ({ ...row, state: 'published' })))
  const [, after] = await runBatch<{ isUp: number }>(db, [
    sql`UPDATE events SET state = 'published', publish_at = NULL, updated_at = ${now}
      WHERE ${areStill(coming)} AND id IN (SELECT value FROM json_each(${idsOf(coming)}))`,
    sql`SELECT ${isUp} AS isUp`,
    tellOfGames(facts, { now, platform }, isUp),
    ...indexEvents(open, isUp),
  ])
  return after?.results[0]?.isUp === 1
}

const shownAtOnce = 50
/** On a Saturday at nine much is due at once. What is more than this shows itself a minute later. */
const roundsAMinute = 20

/** Drafts whose time has come: for the minute's chore. */
export async function publishDue(db: Database, now: number): Promise<void> {
  for (let round = 0; round < roundsAMinute; round++) {
    const rows = await readAll(
      db,
      selectLoaded(db)
        // A draft that would have begun before anyone saw it stays a draft and waits for its host.
        .where(and(isNotNull(e.publishAt), lte(e.publishAt, now), eq(e.state, 'draft'), gt(e.startsAt, now)))
        .orderBy(asc(e.publishAt))
        .limit(shownAtOnce),
    )
    // What a host touches at this very moment shows itself a minute later.
    if (rows.length === 0 || !(await showEvents(db, { now }, rows))) return
  }
}

/** Calls it off. Everyone in it and in line is told; nobody is offered anything any more. */
export async function cancelEvent(
  db: Database,
  { now, platform }: Acting,
  hostId: string,
  eventId: string,
  { reason, scope }: CancelEvent,
): Promise<void> {
  const rows = (await loadScope(db, hostId, eventId, scope, now)).filter(({ state, endsAt }) => state === 'published' && endsAt > now)
  if (rows.length === 0) throw new AppError('NothingToCancel')
  const facts: GameFact[] = rows.map(({ id, version }) => ({ kind: 'event-cancelled', eventId: id, version: version + 1 }))
  await runBatch(db, [
    sql`UPDATE events SET state = 'cancelled', cancel_reason = ${reason}, version = version + 1, updated_at = ${now}
      WHERE state = 'published' AND id IN (SELECT value FROM json_each(${idsOf(rows)}))`,
    tellOfGames(facts, { now, platform }),
    ...unindexEvents(rows.filter(isListed)),
  ])
}
