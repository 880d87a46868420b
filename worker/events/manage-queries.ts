import { sql } from 'drizzle-orm'
import type { EventForm, EventFormAnswer, Repeat } from '../../domain/events/form-contract.ts'
import type { ManagedEvent, ManagedJoiner } from '../../domain/events/manage-contract.ts'
import { eventNotFound, seriesWords, titleOf } from '../../domain/events/rules.ts'
import type { EventState } from '../../domain/events/states.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { isThere } from '../privacy/reach.ts'
import { findEvent } from './find-event.ts'
import { type BasicRow, basicColumns, eventPictureUrl } from './queries.ts'
import { isActive, isHolding, slotSeats } from './seats.ts'
import { readUpdates, selectUpdates } from './updates.ts'

/** More than ever fit into one event. Whoever holds a seat is among them, then who waits or asked, then as many as fit of those who left. */
const joinersMost = 2500

type Row = Omit<ManagedJoiner, 'isUnregisteredUser' | 'person' | 'name' | 'guests' | 'answers' | 'isNoShow' | 'leftLate'> & {
  guestName: string | null
  displayName: string | null
  photoKey: string | null
  guests: string
  answers: string
  isNoShow: number
  leftLate: number
}

/** Whom a block with another host keeps out is counted like anyone: it is not this host's to see. */
const fits = sql`(j.state = 'waiting' AND j.seats <= ${slotSeats(sql`j.slot_id`)})`
const numberInLine = sql`iif(${fits}, row_number() OVER (PARTITION BY ${fits}, j.slot_id ORDER BY j.turn, j.joined_at, j.id), NULL)`

/**
 * Everything its hosts need, also at the gate without a network. Who blocked the host is as nameless as who deleted their account.
 * Ask `hostOf` first.
 */
export async function findManagedEvent(db: Database, hostId: string, eventId: string, now: number): Promise<ManagedEvent> {
  const [event, [people, updates]] = await Promise.all([
    findEvent(db, hostId, eventId, now),
    runBatch(db, [
      sql`SELECT j.id, u.id AS userId, j.guest_name AS guestName, u.display_name AS displayName, u.photo_key AS photoKey, j.state,
          j.slot_id AS slotId, j.seats, j.guests, j.answers, j.offer_expires_at AS offerExpiresAt, j.joined_at AS joinedAt, j.arrived,
          j.checked_in_at AS checkedInAt, j.is_no_show AS isNoShow, j.left_late AS leftLate,
          ${numberInLine} AS position
        FROM joiners j JOIN events e ON e.id = j.event_id LEFT JOIN users u ON u.id = j.user_id AND ${isThere(hostId, { id: sql`u.id`, deletedAt: sql`u.deleted_at` })} WHERE j.event_id = ${eventId}
        ORDER BY j.${isHolding} DESC, j.${isActive} DESC, j.turn, j.joined_at, j.id LIMIT ${joinersMost}`,
      selectUpdates(eventId, hostId),
    ]),
  ])
  if (!event) throw eventNotFound()
  return {
    event,
    joiners: ((people?.results ?? []) as Row[]).map(toManaged),
    updates: readUpdates(updates),
  }
}

function toManaged({ guestName, displayName, photoKey, guests, answers, isNoShow, leftLate, ...row }: Row): ManagedJoiner {
  const person = row.userId === null ? null : makeFace(row.userId, displayName, photoKey)
  return {
    ...row,
    person,
    isUnregisteredUser: guestName !== null,
    name: person?.name ?? guestName ?? 'Someone who left',
    guests: JSON.parse(guests),
    answers: JSON.parse(answers),
    isNoShow: isNoShow === 1,
    leftLate: leftLate === 1,
  }
}

type FormRow = Omit<EventForm, 'where' | 'starts' | 'ends' | 'slots' | 'questions' | 'coHosts' | 'needsApproval'> &
  BasicRow & {
    slots: string
    questions: string
    needsApproval: number
    version: number
    state: EventState
    publishAt: number | null
    rule: string | null
  }

/** The event as the form that made it: to change it, or to put up another like it. Ask `hostOf` first. */
export async function findEventForm(db: Database, eventId: string): Promise<EventFormAnswer> {
  const [found, faces] = await runBatch(db, [
    sql`SELECT ${basicColumns}, e.description, e.capacity, e.slots, e.guests_most AS guestsMost, e.visibility, e.team_id AS teamId,
        e.needs_approval AS needsApproval, e.questions, e.leave_minutes AS leaveMinutes, e.waitlist_mode AS waitlistMode, e.version,
        e.state, e.publish_at AS publishAt, s.rule
      FROM events e LEFT JOIN event_series s ON s.id = e.series_id WHERE e.id = ${eventId}`,
    sql`SELECT u.id, u.display_name AS name, u.photo_key AS photoKey FROM event_hosts h JOIN users u ON u.id = h.user_id AND u.deleted_at IS NULL
      WHERE h.event_id = ${eventId} ORDER BY h.created_at, h.user_id`,
  ])
  const [row] = (found?.results ?? []) as FormRow[]
  if (!row) throw eventNotFound()
  const { placeId, placeName, address, lat, lng, timeZone, startsAt, endsAt, slots, questions, needsApproval, ...more } = row
  const { version, state, publishAt, pictureKey, rule, ...plain } = more
  const coHosts = ((faces?.results ?? []) as { id: string; name: string | null; photoKey: string | null }[]).map((one) =>
    makeFace(one.id, one.name, one.photoKey),
  )
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
      slots: JSON.parse(slots),
      questions: JSON.parse(questions),
      coHosts: coHosts.map(({ id }) => id),
      needsApproval: needsApproval === 1,
    },
    version,
    timeZone,
    state,
    publishAt,
    pictureUrl: eventPictureUrl(pictureKey),
    series: rule === null ? null : seriesWords(JSON.parse(rule) as Repeat, { startsAt, timeZone }),
    coHosts,
  }
}
