import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { EventFormAnswer } from '../../domain/events/form-contract.ts'
import type { ManagedEvent, ManagedJoiner } from '../../domain/events/manage-contract.ts'
import { eventNotFound, seriesWords, titleOf } from '../../domain/events/rules.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, computed, orNull, type RowOf, selectFields } from '../platform/row-query.ts'
import { isThere } from '../privacy/reach.ts'
import { findEvent } from './find-event.ts'
import { basicFields, eventPictureUrl } from './queries.ts'
import { eventHosts, eventSeries, events, joiners } from './schema.ts'
import { isActiveIn, isHoldingIn, slotSeats } from './seats.ts'
import { e, j } from './tables.ts'
import { selectUpdates, toUpdate } from './updates.ts'

/** More than ever fit into one event. Whoever holds a seat is among them, then who waits or asked, then as many as fit of those who left. */
const maxJoiners = 2500

const u = alias(people, 'u')

/** People whom a block with another host keeps out are counted like anyone: this host is not to see that. */
const fits = sql`(${j.state} = 'waiting' AND ${j.seats} <= ${slotSeats(j.slotId)})`
const numberInLine = sql`iif(${fits}, row_number() OVER (PARTITION BY ${fits}, ${j.slotId} ORDER BY ${j.turn}, ${j.joinedAt}, ${j.id}), NULL)`

/** People who blocked the host are as nameless as those who deleted their account. */
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
      position: computed(numberInLine, orNull(asNumber)),
    },
    sql`FROM ${joiners} ${j} JOIN ${events} ${e} ON ${e.id} = ${j.eventId} LEFT JOIN ${people} ${u} ON ${u.id} = ${j.userId} AND ${isThere(hostId, u)}
      WHERE ${j.eventId} = ${eventId}
      ORDER BY ${isHoldingIn(j)} DESC, ${isActiveIn(j)} DESC, ${j.turn}, ${j.joinedAt}, ${j.id} LIMIT ${maxJoiners}`,
  )

/** Everything its hosts need, also at the gate without a network. Ask `requireHost` first. */
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

/** The event as the form that made it: to change it, or to put up another like it. Ask `requireHost` first. */
export async function findEventForm(db: Database, eventId: string): Promise<EventFormAnswer> {
  const { form, hosts } = await runBatch(db, { form: selectForm(db, eventId), hosts: selectCoHosts(db, eventId) })
  const [row] = form.rows
  if (!row) throw eventNotFound()
  const { placeId, placeName, address, lat, lng, timeZone, startsAt, endsAt, ...more } = row
  const { version, state, publishAt, pictureKey, rule, ...plain } = more
  const coHosts = hosts.rows.map(toFace)
  const where = { placeId, name: placeName, address, lat, lng }
  const local = (at: number) => {
    const { date, time } = instantToLocal(at, timeZone)
    return `${date}T${time}`
  }
  return {
    form: {
      ...plain,
      // Named after its activity and place it goes on being, also when these change.
      title: plain.title === titleOf({ title: '', activity: plain.activity, where }) ? '' : plain.title,
      where,
      starts: local(startsAt),
      ends: local(endsAt),
      coHosts: coHosts.map(({ id }) => id),
    },
    version,
    timeZone,
    state,
    publishAt,
    pictureUrl: eventPictureUrl(pictureKey),
    series: rule === null ? null : seriesWords(rule, { startsAt, timeZone }),
    coHosts,
  }
}
