import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { EventFormAnswer } from '../../domain/events/form-contract.ts'
import type { ManagedEvent, ManagedJoiner } from '../../domain/events/manage-contract.ts'
import { eventNotFound, formatRepeat, titleOf } from '../../domain/events/rules.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, computed, orNull, type RowOf, selectFields } from '../platform/row-query.ts'
import { isVisibleTo } from '../privacy/reach.ts'
import { findEvent } from './find-event.ts'
import { basicFields, eventPictureUrl } from './queries.ts'
import { eventHosts, eventSeries, events, joiners } from './schema.ts'
import { isActiveIn, isHoldingIn, slotSeats } from './seats.ts'
import { e, j } from './tables.ts'
import { selectUpdates, toUpdate } from './updates.ts'

/** More than the seats of the largest event. The list begins with players who have a seat, then the waitlist and requests, then people who left. */
const maxJoiners = 2500

const u = alias(people, 'u')

/** Counts people who have a block with another host too, so that this host does not notice the block. */
const isOnWaitlist = sql`(${j.state} = 'waiting' AND ${j.seats} <= ${slotSeats(j.slotId)})`
const positionForHosts = sql`iif(${isOnWaitlist}, row_number() OVER (PARTITION BY ${isOnWaitlist}, ${j.slotId} ORDER BY ${j.waitlistRank}, ${j.joinedAt}, ${j.id}), NULL)`

/** People who blocked the host have no name here, just like people who deleted their account. */
const selectManaged = (hostId: string, eventId: string) =>
  selectFields(
    {
      id: j.id,
      userId: computed(sql`${u.id}`, orNull(u.id)),
      guestName: j.guestName,
      displayName: u.displayName,
      photoKey: u.photoKey,
      state: j.state,
      slotId: j.slotId,
      seats: j.seats,
      guests: j.guests,
      answers: j.answers,
      offerExpiresAt: j.offerExpiresAt,
      joinedAt: j.joinedAt,
      arrived: j.arrived,
      checkedInAt: j.checkedInAt,
      isNoShow: j.isNoShow,
      leftLate: j.leftLate,
      position: computed(positionForHosts, orNull(asNumber)),
    },
    sql`FROM ${joiners} ${j} JOIN ${events} ${e} ON ${e.id} = ${j.eventId} LEFT JOIN ${people} ${u} ON ${u.id} = ${j.userId} AND ${isVisibleTo(hostId, u)}
      WHERE ${j.eventId} = ${eventId}
      ORDER BY ${isHoldingIn(j)} DESC, ${isActiveIn(j)} DESC, ${j.waitlistRank}, ${j.joinedAt}, ${j.id} LIMIT ${maxJoiners}`,
  )

/** Everything that the hosts of an event need, including check-in without a network. Call `requireHost` first. */
export async function findManagedEvent(db: Database, hostId: string, eventId: string, now: number): Promise<ManagedEvent> {
  const [event, { joiners, updates }] = await Promise.all([
    findEvent(db, hostId, eventId, now),
    runBatch(db, { joiners: selectManaged(hostId, eventId), updates: selectUpdates(db, eventId, hostId) }),
  ])
  if (!event) throw eventNotFound()
  return { event, joiners: joiners.rows.map(toManaged), updates: updates.rows.map(toUpdate) }
}

function toManaged({ guestName, displayName, photoKey, ...row }: RowOf<ReturnType<typeof selectManaged>>): ManagedJoiner {
  const person = row.userId === null ? null : makeFace(row.userId, displayName, photoKey)
  return { ...row, person, isUnregisteredUser: guestName !== null, name: person?.name ?? guestName ?? 'Someone who left' }
}

const selectForm = (db: Database, eventId: string) =>
  db
    .select({
      ...basicFields,
      description: e.description,
      capacity: e.capacity,
      slots: e.slots,
      maxGuests: e.maxGuests,
      visibility: e.visibility,
      teamId: e.teamId,
      needsApproval: e.needsApproval,
      questions: e.questions,
      leaveMinutes: e.leaveMinutes,
      waitlistMode: e.waitlistMode,
      version: e.version,
      state: e.state,
      publishAt: e.publishAt,
      rule: eventSeries.rule,
    })
    .from(e)
    .leftJoin(eventSeries, eq(eventSeries.id, e.seriesId))
    .where(eq(e.id, eventId))

const selectCoHosts = (db: Database, eventId: string) =>
  db
    .select(faceColumnsOf(u))
    .from(eventHosts)
    .innerJoin(u, and(eq(u.id, eventHosts.userId), isNull(u.deletedAt)))
    .where(eq(eventHosts.eventId, eventId))
    .orderBy(asc(eventHosts.createdAt), asc(eventHosts.userId))

/** The form values of an event, to edit it or to host a similar game. Call `requireHost` first. */
export async function findEventForm(db: Database, eventId: string): Promise<EventFormAnswer> {
  const { form, hosts } = await runBatch(db, { form: selectForm(db, eventId), hosts: selectCoHosts(db, eventId) })
  const [row] = form.rows
  if (!row) throw eventNotFound()
  const { placeId, placeName, address, lat, lng, timeZone, startsAt, endsAt, ...rest } = row
  const { version, state, publishAt, pictureKey, rule, ...formFields } = rest
  const coHosts = hosts.rows.map(toFace)
  const where = { placeId, name: placeName, address, lat, lng }
  const toLocalText = (at: number) => {
    const { date, time } = instantToLocal(at, timeZone)
    return `${date}T${time}`
  }
  return {
    form: {
      ...formFields,
      // An empty title keeps a game named after its activity and place, even when these change.
      title: formFields.title === titleOf({ title: '', activity: formFields.activity, where }) ? '' : formFields.title,
      where,
      starts: toLocalText(startsAt),
      ends: toLocalText(endsAt),
      coHosts: coHosts.map(({ id }) => id),
    },
    version,
    timeZone,
    state,
    publishAt,
    pictureUrl: eventPictureUrl(pictureKey),
    series: rule === null ? null : formatRepeat(rule, { startsAt, timeZone }),
    coHosts,
  }
}
