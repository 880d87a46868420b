import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { listOwnParts } from '../../domain/events/event-parts.ts'
import type { EventFormAnswer, OtherDate } from '../../domain/events/form-contract.ts'
import type { ManagedEvent, ManagedJoiner } from '../../domain/events/manage-contract.ts'
import { eventNotFound, formatRepeat } from '../../domain/events/rules.ts'
import { leaveOut } from '../../domain/forms/game-guest.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { owesForm, selectGuestsDone } from '../forms/filled-forms.ts'
import { isPaidGame, seesMoneyOfGame } from '../orders/list-game-orders.ts'
import { readAll, readFirst, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asJson, asNumber, computed, orNull, type RowOf, select, selectFields } from '../platform/row-query.ts'
import { isVisibleTo } from '../privacy/reach.ts'
import { findEvent } from './find-event.ts'
import { isUnanswered } from './invite.ts'
import { loadForms } from './load-forms.ts'
import { loadScope } from './load-scope.ts'
import { eventPictureUrl } from './queries.ts'
import { selectPastPlayers } from './rematch.ts'
import { eventInvites, events, joiners } from './schema.ts'
import { isActiveIn, isHoldingIn } from './seat-states.ts'
import { slotSeats } from './seats.ts'
import { e, j } from './tables.ts'
import { selectUpdates, toUpdate } from './updates.ts'

/** More than the seats of the largest event. The list begins with players who have a seat, then the waitlist and requests, then people who left. */
const maxJoiners = 2500

const u = alias(people, 'u')

/** Counts people who have a block with another host too, so that this host does not notice the block. */
const isOnWaitlist = sql`(${j.state} = 'waiting' AND ${j.seats} <= ${slotSeats(j.slotId)})`
const positionForHosts = sql`iif(${isOnWaitlist}, row_number() OVER (PARTITION BY ${isOnWaitlist}, ${j.slotId} ORDER BY ${j.waitlistRank}, ${j.joinedAt}, ${j.id}), NULL)`

/** People who blocked the host have no name here, just like people who deleted their account. */
const selectManaged = (hostId: string, eventId: string, now: number) =>
  selectFields(
    {
      id: j.id,
      userId: computed(sql`${u.id}`, orNull(u.id)),
      guestName: j.guestName,
      displayName: u.displayName,
      photoKey: u.photoKey,
      state: j.state,
      slotId: j.slotId,
      tierId: j.tierId,
      seats: j.seats,
      guests: j.guests,
      answers: j.answers,
      offerExpiresAt: j.offerExpiresAt,
      joinedAt: j.joinedAt,
      arrived: j.arrived,
      checkedInAt: j.checkedInAt,
      isNoShow: j.isNoShow,
      leftLate: j.leftLate,
      owesForm: computed(sql`${u.id} IS NOT NULL AND ${owesForm(e, u.id, now)}`, asBoolean),
      guestsDone: computed(selectGuestsDone(e, j.id, now), orNull(asJson<string[]>())),
      ticketCode: j.ticketCode,
      position: computed(positionForHosts, orNull(asNumber)),
    },
    sql`FROM ${joiners} ${j} JOIN ${events} ${e} ON ${e.id} = ${j.eventId} LEFT JOIN ${people} ${u} ON ${u.id} = ${j.userId} AND ${isVisibleTo(hostId, u)}
      WHERE ${j.eventId} = ${eventId} AND ${j.state} <> 'held'
      ORDER BY ${isHoldingIn(j)} DESC, ${isActiveIn(j)} DESC, ${j.waitlistRank}, ${j.joinedAt}, ${j.id} LIMIT ${maxJoiners}`,
  )

/** Everything that the hosts of an event need, including check-in without a network. Call `requireHost` first. */
export async function findManagedEvent(db: Database, hostId: string, eventId: string, now: number): Promise<ManagedEvent> {
  const [event, { joiners, updates, invites, payments }] = await Promise.all([
    findEvent(db, hostId, eventId, now),
    runBatch(db, {
      payments: select(
        { seesPayments: asBoolean },
        sql`SELECT ${isPaidGame} AND ${seesMoneyOfGame(hostId)} AS seesPayments FROM ${events} ${e} WHERE ${e.id} = ${eventId}`,
      ),
      joiners: selectManaged(hostId, eventId, now),
      updates: selectUpdates(db, eventId, hostId),
      // Blocks do not change the number, because the hosts must not notice one.
      invites: select({ unanswered: asNumber }, sql`SELECT count(*) AS unanswered FROM ${eventInvites} WHERE ${isUnanswered(eventId)}`),
    }),
  ])
  if (!event) throw eventNotFound()
  return {
    event,
    joiners: joiners.rows.map(toManaged),
    updates: updates.rows.map(toUpdate),
    unansweredInvites: invites.rows[0]?.unanswered ?? 0,
    seesPayments: payments.rows[0]?.seesPayments ?? false,
  }
}

function toManaged({ guestName, displayName, photoKey, guestsDone, ...row }: RowOf<ReturnType<typeof selectManaged>>): ManagedJoiner {
  const person = row.userId === null ? null : makeFace(row.userId, displayName, photoKey)
  const name = person?.name ?? guestName ?? 'Someone who left'
  return { ...row, person, isUnregisteredUser: guestName !== null, name, guestsOwing: listGuestsOwing(guestName, row.guests, guestsDone) }
}

/** Null: the game asks for no form. */
function listGuestsOwing(
  guestName: string | null,
  guests: readonly string[],
  done: readonly string[] | null,
): ManagedJoiner['guestsOwing'] {
  if (done === null) return []
  return guestName === null ? leaveOut(guests, done) : leaveOut([guestName], done).map(({ name }) => ({ name, number: 0 }))
}

/** Whether this host has a seat in event `e`, or takes one when the draft is published. */
const isPlaying = (hostId: string): SQL => sql`iif(${e.state} = 'draft', ${e.hostPlays},
  EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${hostId} AND ${j.state} = 'going'))`

/**
 * The form values of an event, to edit it or to host a similar game, and what its series has on its other dates. Call `requireHost`
 * first.
 */
export async function findEventForm(db: Database, hostId: string, eventId: string, now: number): Promise<EventFormAnswer> {
  const [, ...others] = await loadScope(db, hostId, eventId, 'all', now)
  const [loaded, own, pastPlayers] = await Promise.all([
    loadForms(db, [eventId, ...others.map(({ id }) => id)], now),
    readFirst(db, selectFields({ isPlaying: computed(isPlaying(hostId), asBoolean) }, sql`FROM ${events} ${e} WHERE ${e.id} = ${eventId}`)),
    readAll(db, selectPastPlayers(hostId, eventId, now)),
  ])
  const edited = loaded.get(eventId)
  if (!edited) throw eventNotFound()
  const { form, coHosts, version, state, publishAt, pictureKey, rule, startsAt, timeZone } = edited
  const otherDates = others.flatMap((other): OtherDate[] => {
    const date = loaded.get(other.id)
    if (!date || rule === null) return []
    const own = listOwnParts(form, date.form, rule)
    const { id, timeZone, state } = other
    return [{ id, startsAt: other.startsAt, timeZone, state, isLater: other.startsAt > startsAt, own }]
  })
  return {
    form,
    version,
    startsAt,
    timeZone,
    state,
    publishAt,
    pictureUrl: eventPictureUrl(pictureKey),
    series: rule === null ? null : formatRepeat(rule, { startsAt, timeZone }),
    otherDates,
    coHosts,
    isPlaying: own?.isPlaying ?? false,
    pastPlayers: pastPlayers.map(toFace),
  }
}
