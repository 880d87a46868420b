import { type SQL, sql } from 'drizzle-orm'
import { type EventDetail, type EventLive, type Joiner, joinersShown, type MyPart } from '../../domain/events/contract.ts'
import type { Question, Repeat } from '../../domain/events/form-contract.ts'
import { leaveBy, seriesWords } from '../../domain/events/rules.ts'
import type { JoinerState, WaitlistMode } from '../../domain/events/states.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { readRichText } from '../../domain/rich-text/read-rich-text.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { nobodyBlocked } from '../privacy/reach.ts'
import { isHostOf, isSeenBy } from './acting.ts'
import { type CardRow, cardColumns, eventPictureUrl } from './queries.ts'
import { isActive, isHolding, placeInLine } from './seats.ts'

type FaceRow = { id: string; name: string | null; photoKey: string | null }
type EventRow = CardRow & {
  description: string
  teamName: string | null
  creatorId: string | null
  guestsMost: number
  needsApproval: number
  questions: string
  slots: string
  leaveMinutes: number
  waitlistMode: WaitlistMode
  publishAt: number | null
  cancelReason: string
  rule: string | null
  version: number
  createdAt: number
  updatedAt: number
  isHost: number
}

const selectEvent = (viewerId: string | null, id: string): SQL => sql`
  SELECT ${cardColumns(viewerId)}, e.description, t.name AS teamName, e.creator_id AS creatorId, e.guests_most AS guestsMost,
    e.needs_approval AS needsApproval, e.questions, e.slots, e.leave_minutes AS leaveMinutes, e.waitlist_mode AS waitlistMode,
    e.publish_at AS publishAt, e.cancel_reason AS cancelReason, s.rule, e.version, e.created_at AS createdAt, e.updated_at AS updatedAt,
    ${isHostOf(viewerId)} AS isHost
  FROM events e LEFT JOIN teams t ON t.id = e.team_id AND t.deleted_at IS NULL LEFT JOIN event_series s ON s.id = e.series_id
  WHERE e.id = ${id} AND ${isSeenBy(viewerId)}`

/** Seats held and parties waiting, slot by slot. */
const selectSlots = (id: string): SQL => sql`
  SELECT slot_id AS slotId, sum(iif(${isHolding}, seats, 0)) AS taken, sum(state = 'waiting') AS waiting
  FROM joiners WHERE event_id = ${id} AND ${isActive} GROUP BY slot_id`

type JoinerRow = FaceRow & { guestName: string | null; seats: number; slotId: string | null }

/**
 * Who comes, as the viewer may see it: whoever lets others see their games, whom the viewer knows, and everyone for who comes too.
 * Strangers are told how many, and nobody's name.
 */
export const selectJoiners = (viewerId: string | null, id: SQL | string, limit = joinersShown): SQL => {
  const comesToo = sql`EXISTS (SELECT 1 FROM joiners me WHERE me.event_id = ${id} AND me.user_id = ${viewerId} AND me.state = 'going')`
  const isKnown = sql`EXISTS (SELECT 1 FROM connections WHERE user_id = ${viewerId} AND other_id = u.id AND state = 'connected')`
  const showsGames = sql`EXISTS (SELECT 1 FROM privacy_settings WHERE user_id = u.id AND public_upcoming_games)`
  const hosts = sql`EXISTS (SELECT 1 FROM events e WHERE e.id = ${id} AND ${isHostOf(viewerId)})`
  return sql`SELECT u.id, u.display_name AS name, u.photo_key AS photoKey, j.guest_name AS guestName, j.seats, j.slot_id AS slotId
    FROM joiners j LEFT JOIN users u ON u.id = j.user_id
    WHERE j.event_id = ${id} AND j.state = 'going' AND ${viewerId === null ? sql`0` : sql`1`}
      AND (j.user_id IS NULL OR u.id = ${viewerId} OR (${nobodyBlocked(sql`${viewerId}`, sql`u.id`)} AND (${showsGames} OR ${comesToo} OR ${isKnown} OR ${hosts})))
    ORDER BY j.joined_at, j.id LIMIT ${limit}`
}

type MineRow = {
  id: string
  state: JoinerState
  slotId: string | null
  seats: number
  guests: string
  answers: string
  position: number | null
  offerExpiresAt: number | null
  checkedInAt: number | null
}

const selectMine = (viewerId: string, id: string): SQL => sql`
  SELECT j.id, j.state, j.slot_id AS slotId, j.seats, j.guests, j.answers, j.offer_expires_at AS offerExpiresAt, j.checked_in_at AS checkedInAt,
    iif(j.state = 'waiting', ${placeInLine}, NULL) AS position
  FROM joiners j JOIN events e ON e.id = j.event_id WHERE j.event_id = ${id} AND j.user_id = ${viewerId}`

const nobody = sql`SELECT 1 WHERE 0`

/** Everything that changes while one looks, in one round trip. */
const liveParts = (viewerId: string | null, id: string): SQL[] => [
  selectSlots(id),
  selectJoiners(viewerId, id),
  viewerId === null ? nobody : selectMine(viewerId, id),
]

function toLive(row: EventRow, [slots, people, mine]: readonly (D1Result | undefined)[]): EventLive {
  const taken = (slots?.results ?? []) as { slotId: string | null; taken: number; waiting: number }[]
  const [own] = (mine?.results ?? []) as MineRow[]
  return {
    state: row.state,
    publishAt: row.publishAt,
    version: row.version,
    capacity: row.capacity,
    taken: taken.reduce((sum, slot) => sum + slot.taken, 0),
    waiting: row.waiting,
    slots: (JSON.parse(row.slots) as { id: string; name: string; capacity: number }[]).map((slot) => {
      const counted = taken.find(({ slotId }) => slotId === slot.id)
      return { ...slot, taken: counted?.taken ?? 0, waiting: counted?.waiting ?? 0 }
    }),
    joiners: ((people?.results ?? []) as (JoinerRow & { id: string | null })[]).map(toJoiner),
    mine: own ? toMine(own) : null,
  }
}

function toJoiner({ id, name, photoKey, guestName, seats, slotId }: JoinerRow & { id: string | null }): Joiner {
  const person = id === null ? null : makeFace(id, name, photoKey)
  return { userId: id, isUnregisteredUser: guestName !== null, person, name: person?.name ?? 'Guest', guests: seats - 1, slotId }
}

function toMine({ guests, answers, state, ...row }: MineRow): MyPart | null {
  if (state !== 'asked' && state !== 'going' && state !== 'waiting' && state !== 'offered') return null
  return { ...row, state, guests: JSON.parse(guests), answers: JSON.parse(answers) }
}

export async function findLive(db: Database, viewerId: string | null, id: string): Promise<EventLive | null> {
  const [event, ...parts] = await runBatch(db, [selectEvent(viewerId, id), ...liveParts(viewerId, id)])
  const [row] = (event?.results ?? []) as EventRow[]
  return row ? toLive(row, parts) : null
}

const seriesShown = 12

/** All of its page in one round trip, as this viewer may see it. */
export async function findEvent(db: Database, viewerId: string | null, id: string, now: number): Promise<EventDetail | null> {
  const face = sql`u.id, u.display_name AS name, u.photo_key AS photoKey`
  const [event, hosts, series, blocked, ...parts] = await runBatch(db, [
    selectEvent(viewerId, id),
    sql`SELECT ${face} FROM (SELECT creator_id AS id, 0 AS place FROM events WHERE id = ${id}
        UNION ALL SELECT user_id, 1 FROM event_hosts WHERE event_id = ${id}) h JOIN users u ON u.id = h.id AND u.deleted_at IS NULL
      ${viewerId === null ? sql`` : sql`WHERE ${nobodyBlocked(viewerId, sql`u.id`)}`} ORDER BY h.place`,
    sql`SELECT o.id, o.starts_at AS startsAt FROM events e JOIN events o ON o.series_id = e.series_id AND o.state = 'published' AND o.starts_at > ${now} AND o.id <> e.id
        AND o.visibility = e.visibility AND o.team_id IS e.team_id
      WHERE e.id = ${id} ORDER BY o.starts_at LIMIT ${seriesShown}`,
    viewerId === null
      ? nobody
      : sql`SELECT ${face} FROM joiners j JOIN blocks b ON b.blocker_id = ${viewerId} AND b.blocked_id = j.user_id AND b.email_key IS NULL
          JOIN users u ON u.id = j.user_id WHERE j.event_id = ${id} AND j.state = 'going' LIMIT 5`,
    ...liveParts(viewerId, id),
  ])
  const [row] = (event?.results ?? []) as EventRow[]
  if (!row) return null
  const faces = (result: D1Result | undefined) =>
    ((result?.results ?? []) as FaceRow[]).map((one) => makeFace(one.id, one.name, one.photoKey))
  const shownHosts = (hosts?.results ?? []) as FaceRow[]
  const others = (series?.results ?? []) as { id: string; startsAt: number }[]
  return {
    id: row.id,
    activity: row.activity,
    title: row.title,
    about: readRichText(row.description),
    pictureUrl: eventPictureUrl(row.pictureKey),
    where: { placeId: row.placeId, name: row.placeName, address: row.address, lat: row.lat, lng: row.lng },
    timeZone: row.timeZone,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    levelMin: row.levelMin,
    levelMax: row.levelMax,
    guestsMost: row.guestsMost,
    visibility: row.visibility,
    team: row.teamId !== null && row.teamName !== null ? { id: row.teamId, name: row.teamName } : null,
    // Named like the hosts: to nobody whom a block stands between.
    creatorId: shownHosts.some(({ id }) => id === row.creatorId) ? row.creatorId : null,
    hosts: faces(hosts),
    needsApproval: row.needsApproval === 1,
    questions: JSON.parse(row.questions) as Question[],
    leaveBy: leaveBy(row.startsAt, row.leaveMinutes),
    waitlistMode: row.waitlistMode,
    cancelReason: row.cancelReason,
    series:
      row.seriesId === null || row.rule === null
        ? null
        : { id: row.seriesId, words: seriesWords(JSON.parse(row.rule) as Repeat, row), others },
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    isHost: row.isHost === 1,
    blockedPeople: faces(blocked),
    live: toLive(row, parts),
  }
}
