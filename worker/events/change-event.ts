import { and, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { EventPart } from '../../domain/events/event-part-names.ts'
import type { ChangeEvent } from '../../domain/events/form-contract.ts'
import { capacityOf } from '../../domain/events/rules.ts'
import { timeToPay } from '../../domain/events/seat-rules.ts'
import { moveBalances, moveRefundDeadlines } from '../orders/move-balances.ts'
import { AssertionFailed, mustHold, runBatch } from '../platform/batch.ts'
import { inList } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { acceptJoinRequests } from './accept-join-requests.ts'
import { isHostOf } from './acting.ts'
import { askCoHosts, explainCoHostLimits } from './co-host-invites.ts'
import { mayHostFor, requireCoHosts, toIndexed } from './create-event.ts'
import { endTransfersWithoutSeat } from './end-transfers.ts'
import { requireOwnForm } from './form-rules.ts'
import { indexEvents, isListed, unindexEvents } from './index-events.ts'
import { loadForms } from './load-forms.ts'
import { areUnchanged, type LoadedEvent, loadScope } from './load-scope.ts'
import {
  endHeldForWaitlist,
  explainMissingPlaces,
  moveSlotPeople,
  requireNoWaitingGuests,
  requirePlacesForAll,
  requireSeatsForAll,
  type SlotChange,
} from './move-slot-people.ts'
import { type GameFact, notifyAboutGames } from './notify-about-games.ts'
import { notifyOfChanges } from './notify-of-changes.ts'
import { locationOf, type PlannedDate, planChange } from './plan-change.ts'
import { explainPriceRefusal, requirePriceChange } from './price-rules.ts'
import { resolveLocation } from './resolve-location.ts'
import { events, joiners } from './schema.ts'
import { expireOffers, settleSeats } from './seats.ts'
import { e } from './tables.ts'
import { tellOfFreeSeats } from './tell-of-free-seats.ts'
import { removeCoHosts, updateTimesAndTitles, writeParts } from './write-change.ts'

type OptionalField = 'slotMoves' | 'overwritesOwn'

/**
 * Changes an event, or several dates of its series. Only what differs from the saved form is written, and only to dates that had the
 * same value as the edited date, unless the host also overwrites what was changed alone. Players keep their seats and are told what matters to them. The change fails if fewer seats would
 * remain than are taken, or if the host does not say where the people of removed slots go. `version` is the version that the host saw.
 */
export async function changeEvent(
  db: Database,
  { now, newId, platform }: CommandContext,
  hostId: string,
  eventId: string,
  { form, version, scope, slotMoves, overwritesOwn = false }: Omit<ChangeEvent, OptionalField> & Partial<Pick<ChangeEvent, OptionalField>>,
): Promise<void> {
  const rows = await loadScope(db, hostId, eventId, scope, now)
  const [named] = rows
  if (named.state === 'cancelled') throw new AppError('EventCancelled')
  if (named.startsAt <= now) throw new AppError('TooLateToChange')
  if (named.version !== version) throw new AppError('EventVersionConflict')
  const where = await resolveLocation(db, form.where, locationOf(named))
  await requireCoHosts(db, hostId, form.coHosts, { eventId, now })
  const forms = await loadForms(
    db,
    rows.map(({ id }) => id),
    now,
  )
  const dates = planChange({ rows, forms, form, where, overwritesOwn, now })
  const changedRows = dates.map(({ row }) => row)
  const ids = changedRows.map(({ id }) => id)
  const idList = sql`SELECT value FROM json_each(${JSON.stringify(ids)})`
  const idsWith = (part: EventPart) => dates.filter(({ parts }) => parts.includes(part)).map(({ row }) => row.id)
  const slots: SlotChange = {
    ids: idsWith('seats'),
    before: dates[0].before.form.slots,
    after: form.slots,
    moves: slotMoves ?? [],
  }
  const isSeatChange = slots.ids.length > 0
  await runBatch(db, {
    unchanged: mustHold('unchanged', sql`(${areUnchanged(changedRows)} AND ${isHostNow(hostId, eventId)})`),
    mayHost: mustHold('may-host', mayBelongTo(hostId, form.teamId, idsWith('audience'))),
    expired: expireOffers(idList, now),
    placesForAll: isSeatChange ? [requirePlacesForAll(slots)] : [],
    heldEnded: isSeatChange ? endHeldForWaitlist(slots, now) : [],
    // This must run before people are moved, because it says who is moved.
    changesNotified: notifyOfChanges(dates, slots, { now, platform }),
    seatsTold: isSeatChange ? [tellOfFreeSeats(sql`SELECT value FROM json_each(${JSON.stringify(slots.ids)})`, now, capacityOf(form))] : [],
    written: writeParts(db, { form, where, idsWith }),
    priced: requirePriceChange({ dates, pricing: form.pricing, idsWith }),
    asked: requireOwnForm([...new Set([...idsWith('form'), ...idsWith('audience')])]),
    updated: updateTimesAndTitles(db, dates, now),
    moved: isSeatChange ? [...moveSlotPeople(slots, now), requireNoWaitingGuests(slots), requireSeatsForAll(slots)] : [],
    balances: moveBalances(idList, now),
    refundDeadlines: moveRefundDeadlines(idList),
    starts: db
      .update(joiners)
      .set({
        startsAt: sql`${e.startsAt}`,
        // Nobody can pay any more shortly before the start.
        payUntil: sql`iif(${joiners.payUntil} IS NULL, NULL, min(${joiners.payUntil}, ${e.startsAt} - ${timeToPay}))`,
        offerExpiresAt: sql`iif(${joiners.offerExpiresAt} IS NULL, NULL,
          min(${joiners.offerExpiresAt}, ${e.startsAt} - iif(${e.pricing} IS NULL, 0, ${timeToPay})))`,
      })
      .from(e)
      .where(and(eq(e.id, joiners.eventId), inList(joiners.eventId, ids))),
    accepted: acceptJoinRequests(JSON.stringify(ids), { now, platform }),
    coHostsRemoved: removeCoHosts(db, { ids, changedIds: idsWith('coHosts'), coHosts: form.coHosts, now }),
    coHosts: askCoHosts({ actorId: hostId, ids: idsWith('coHosts'), coHosts: form.coHosts, now, newId, platform }),
    transfersEnded: endTransfersWithoutSeat(idList),
    settled: settleSeats(idList, now),
    alertsNotified: notifyAboutGames(nearbyFacts(dates), { now, platform }),
    unindexed: unindexEvents(changedRows.filter(isListed)),
    indexed: indexEvents(
      dates
        .filter(({ row, form: { visibility } }) => isListed({ ...row, visibility }))
        .map(({ row, form: next, where: nextWhere, startsAt }) => toIndexed(next, nextWhere, { id: row.id, startsAt })),
    ),
  }).catch(async (error: unknown) => {
    if (!(error instanceof AssertionFailed)) throw error
    throw explainCoHostLimits(error) ?? explainPriceRefusal(error.assertion) ?? (await explainRefusal(db, hostId, error.assertion, slots))
  })
}

const isHostNow = (hostId: string, eventId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = ${eventId} AND ${isHostOf(hostId)})`

/** Each of these events stays in its team, or the host may host games for the new team. */
const mayBelongTo = (hostId: string, teamId: string | null, ids: readonly string[]): SQL =>
  sql`(${mayHostFor(hostId, teamId)} OR NOT EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${inList(e.id, ids)} AND ${e.teamId} IS NOT ${teamId}))`

/** One fact is enough for a series: its notice also covers the later dates. */
function nearbyFacts(dates: readonly PlannedDate[]): GameFact[] {
  const matchesNewAlerts = ({ row, form, where, startsAt }: PlannedDate) =>
    row.state === 'published' &&
    form.visibility === 'public' &&
    (hasMoved(row, { where, startsAt }) || row.activity !== form.activity || row.visibility !== 'public')
  const first = dates.find(matchesNewAlerts)
  return first ? [{ kind: 'event-nearby', eventId: first.row.id, version: first.row.version + 1 }] : []
}

const hasMoved = (row: LoadedEvent, { where, startsAt }: Pick<PlannedDate, 'where' | 'startsAt'>) =>
  row.startsAt !== startsAt || row.placeName !== where.name || row.lat !== where.lat || row.lng !== where.lng

/** Says why the batch failed, and points at the form field that caused it. */
async function explainRefusal(db: Database, hostId: string, assertion: string, slots: SlotChange): Promise<AppError> {
  switch (assertion) {
    case 'may-host':
      return new AppError('NotYourTeam', { field: 'form.teamId' })
    case 'people-have-place':
      return explainMissingPlaces(db, hostId, slots)
    case 'guests-have-seats':
      return new AppError('GuestsCannotWait', { field: 'slotMoves' })
    case 'seats-fit':
      return slots.moves.length > 0
        ? new AppError('SlotMoveTooFull', { field: 'slotMoves' })
        : new AppError('SeatsStillTaken', { field: slots.after.length === 0 ? 'form.capacity' : 'form.slots' })
    default:
      return new AppError('EventVersionConflict')
  }
}
