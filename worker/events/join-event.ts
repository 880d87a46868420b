import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { Question, Slot } from '../../domain/events/form-contract.ts'
import type { ChangePart, JoinEvent } from '../../domain/events/join-contract.ts'
import { eventNotFound, type JoinFacts, judgeJoin, opensOf, readAnswers } from '../../domain/events/rules.ts'
import type { EventState, JoinerState } from '../../domain/events/states.ts'
import { type Joined, tellJoined, tellTransferred } from '../../domain/events/tidings.ts'
import { tell } from '../notifications/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Acting } from '../platform/from-request.ts'
import { isHostOf, isOpenTo, isSeenBy, welcomes } from './acting.ts'
import { firstInLine, freeSeats, hasLine, isActive, runSeatBatch, slotSeats } from './seats.ts'

export type Player = { id: string; name: string }

type Met = {
  title: string
  state: EventState
  publishAt: number | null
  startsAt: number
  timeZone: string
  questions: string
  guestsMost: number
  mine: JoinerState | null
  isOpen: number
  capacity: number
  slots: string
  hosts: string
}

/** What is asked and who is told, read before; that there is a seat is decided by the statement that takes it. */
async function meetEvent(db: Database, eventId: string, viewerId: string): Promise<Met> {
  const [found] = await runBatch<Met>(db, [
    sql`SELECT e.title, e.state, e.publish_at AS publishAt, e.starts_at AS startsAt, e.time_zone AS timeZone, e.questions, e.guests_most AS guestsMost, e.capacity, e.slots, ${isOpenTo(viewerId)} AS isOpen,
        (SELECT state FROM joiners WHERE event_id = e.id AND user_id = ${viewerId}) AS mine,
        (SELECT json_group_array(id) FROM (SELECT e.creator_id AS id WHERE e.creator_id IS NOT NULL
          UNION SELECT user_id FROM event_hosts WHERE event_id = e.id)) AS hosts
      FROM events e WHERE e.id = ${eventId} AND ${isSeenBy(viewerId)}`,
  ])
  const row = found?.results[0]
  if (!row) throw eventNotFound()
  return row
}

/** What a refused part met. */
function factsOf(met: Met, slotId: string | null, now: number): JoinFacts {
  const { state, mine, guestsMost, startsAt, isOpen, capacity, slots } = met
  const all = JSON.parse(slots) as Slot[]
  const seatsThere = all.length === 0 && slotId === null ? capacity : (all.find(({ id }) => id === slotId)?.capacity ?? null)
  return { state, opens: opensOf(met, now), mine, guestsMost, hasStarted: startsAt <= now, isBlocked: isOpen === 0, seatsThere }
}

/** As far back as is looked for the last time: whoever puts up very many games has that one among the latest. */
const lookedBack = 100

/** The last game before `e` among those that `isAmong` says, of the same kind at the same place. */
const lastLike = (isAmong: SQL): SQL => sql`
  (SELECT back.id FROM (SELECT id, state, activity, place_id, place_name, starts_at FROM events last
      WHERE ${isAmong} AND last.starts_at < e.starts_at ORDER BY last.starts_at DESC LIMIT ${lookedBack}) back
    WHERE back.state = 'published' AND back.activity = e.activity
      AND iif(e.place_id IS NULL, back.place_id IS NULL AND back.place_name = e.place_name, back.place_id = e.place_id)
    ORDER BY back.starts_at DESC LIMIT 1)`

/** The last time: the date before in a series; of a game that stands alone, the last like it of its community, or of who put it up. */
const lastTime = sql`
  CASE WHEN e.series_id IS NOT NULL THEN (SELECT last.id FROM events last
      WHERE last.series_id = e.series_id AND last.starts_at < e.starts_at AND last.state = 'published' ORDER BY last.starts_at DESC LIMIT 1)
    WHEN e.team_id IS NOT NULL THEN ${lastLike(sql`last.team_id = e.team_id`)}
    ELSE ${lastLike(sql`last.creator_id = e.creator_id`)} END`

/** Whoever sat out last time goes before who did not; in a lottery the draw decides; else the time alone. */
const turnOf = (userId: string, draw: number): SQL => sql`
  CASE e.waitlist_mode
    WHEN 'lottery' THEN ${draw}
    WHEN 'turns' THEN EXISTS (SELECT 1 FROM joiners p WHERE p.user_id = ${userId} AND p.state = 'going' AND p.event_id = ${lastTime})
    ELSE 0 END`

/** An event that takes people: out, not begun, and not run by someone who is blocked from them or they from. */
const takes = (eventId: string, viewerId: string, now: number): SQL =>
  sql`e.id = ${eventId} AND e.state = 'published' AND e.starts_at > ${now} AND ${welcomes(viewerId)}`

/**
 * Takes seats for a person and their guests, all or none, in one statement that counts the seats as it takes them. Where there
 * are none, or others wait already, they get in line if they want to. Asked again, it changes nothing.
 */
export async function joinEvent(
  db: Database,
  { now, newId, platform }: Acting,
  player: Player,
  eventId: string,
  { slotId, guests, answers: given, orWait }: JoinEvent,
): Promise<void> {
  const met = await meetEvent(db, eventId, player.id)
  // Before they are asked to answer anything.
  if (met.state === 'draft') throw judgeJoin(factsOf(met, slotId, now), guests.length)
  const answers = readAnswers(JSON.parse(met.questions) as Question[], given)
  const id = newId()
  const draw = await drawOf(eventId, player.id)
  const seats = 1 + guests.length
  const tidings = { actor: player, eventId, title: met.title, hosts: JSON.parse(met.hosts) as string[], now }
  const tellAs = (what: Joined) =>
    tell(
      tellJoined(what, tidings),
      { id: newId(), now, platform },
      sql`EXISTS (SELECT 1 FROM joiners WHERE id = ${id} AND state = ${what})`,
    )
  const [, , , , after] = await runSeatBatch<{ state: JoinerState }>(db, eventId, now, [
    sql`INSERT INTO joiners (id, event_id, user_id, slot_id, state, seats, guests, answers, turn, joined_at, arrived, is_no_show, starts_at, updated_at)
      SELECT * FROM (
        SELECT ${id}, e.id, ${player.id}, ${slotId},
          CASE WHEN e.needs_approval AND NOT ${isHostOf(player.id)} THEN 'asked'
            WHEN ${freeSeats(slotId)} >= ${seats} AND NOT ${hasLine(slotId)} THEN 'going'
            WHEN ${orWait ? 1 : 0} THEN 'waiting' END AS state,
          ${seats}, ${JSON.stringify(guests)}, ${JSON.stringify(answers)}, ${turnOf(player.id, draw)}, ${now}, 0, 0, e.starts_at, ${now}
        FROM events e
        WHERE ${takes(eventId, player.id, now)} AND ${guests.length} <= e.guests_most AND ${slotSeats(slotId)} >= ${seats})
      WHERE state IS NOT NULL
      ON CONFLICT (event_id, user_id) WHERE user_id IS NOT NULL DO UPDATE SET id = excluded.id, slot_id = excluded.slot_id,
        state = excluded.state, seats = excluded.seats, guests = excluded.guests, answers = excluded.answers, turn = excluded.turn,
        joined_at = excluded.joined_at, offer_hash = NULL, offer_expires_at = NULL,
        arrived = 0, checked_in_at = NULL, is_no_show = 0, left_late = 0, updated_at = excluded.updated_at
      WHERE joiners.state IN ('left', 'lapsed')`,
    tellAs('going'),
    tellAs('waiting'),
    tellAs('asked'),
    sql`SELECT state FROM joiners WHERE event_id = ${eventId} AND user_id = ${player.id} AND ${isActive}`,
  ])
  if (!after?.results[0]) {
    throw judgeJoin(factsOf(met, slotId, now), guests.length)
  }
}

/** A person's number in an event's lottery: leaving and coming back draws no other. */
const drawOf = async (eventId: string, userId: string): Promise<number> =>
  Number.parseInt((await deriveId('lottery', eventId, userId)).slice(-7), 16)

/** Gives up whatever part they had, a seat until the game begins. Answers whether there was one. */
export async function leaveEvent(db: Database, now: number, userId: string, eventId: string): Promise<boolean> {
  const [left, after] = await runSeatBatch(db, eventId, now, [
    sql`UPDATE joiners SET state = 'left', offer_expires_at = NULL, updated_at = ${now},
        left_late = state = 'going' AND ${now} > (SELECT e.starts_at - e.leave_minutes * 60000 FROM events e WHERE e.id = ${eventId})
      WHERE event_id = ${eventId} AND user_id = ${userId} AND ${isActive}
        AND EXISTS (SELECT 1 FROM events e WHERE e.id = ${eventId} AND (e.starts_at > ${now} OR joiners.state <> 'going'))`,
    sql`SELECT 1 FROM joiners WHERE event_id = ${eventId} AND user_id = ${userId} AND ${isActive}`,
  ])
  if (after?.results[0]) throw new AppError('TooLateToLeave')
  return (left?.meta.changes ?? 0) > 0
}

/**
 * Other guests, or another slot. A seat more is taken like any other: it must be free, and nobody may be waiting for it.
 * In line the party may change its size and keeps its place.
 */
export async function changePart(
  db: Database,
  now: number,
  userId: string,
  eventId: string,
  { slotId, guests }: ChangePart,
): Promise<void> {
  const seats = 1 + guests.length
  const met = await meetEvent(db, eventId, userId)
  const isGrowing = sql`(${seats} > joiners.seats OR joiners.slot_id IS NOT ${slotId})`
  const [changed] = await runSeatBatch(db, eventId, now, [
    sql`UPDATE joiners SET slot_id = ${slotId}, seats = ${seats}, guests = ${JSON.stringify(guests)}, updated_at = ${now}
      WHERE event_id = ${eventId} AND user_id = ${userId} AND ${isActive} AND EXISTS (SELECT 1 FROM events e
        WHERE ${takes(eventId, userId, now)} AND ${guests.length} <= e.guests_most AND ${slotSeats(slotId)} >= ${seats}
          AND (joiners.state IN ('waiting', 'asked') OR NOT ${isGrowing}
            OR (joiners.state = 'going' AND NOT ${hasLine(slotId)}
              AND ${freeSeats(slotId)} + iif(joiners.slot_id IS ${slotId}, joiners.seats, 0) >= ${seats})))`,
  ])
  if (changed?.meta.changes) return
  if (met.mine === null || met.mine === 'left' || met.mine === 'lapsed') throw new AppError('NotInEvent')
  const refusal = judgeJoin(factsOf(met, slotId, now), guests.length)
  throw refusal.code === 'EventFull' ? new AppError('NoSeatLeft') : refusal
}

/** Whoever waits first may take a seat that is free, also at night when nobody is asked: coming by is an answer. */
export async function takeFreeSeat(db: Database, now: number, userId: string, eventId: string): Promise<boolean> {
  const [taken] = await runSeatBatch(db, eventId, now, [
    sql`UPDATE joiners SET state = 'going', offer_expires_at = NULL, updated_at = ${now}
      WHERE event_id = ${eventId} AND user_id = ${userId} AND EXISTS (SELECT 1 FROM events e
        WHERE ${takes(eventId, userId, now)} AND (joiners.state = 'offered'
          OR (joiners.state = 'waiting' AND joiners.id = ${firstInLine(sql`joiners.slot_id`)} AND ${freeSeats(sql`joiners.slot_id`)} >= joiners.seats)))`,
  ])
  return (taken?.meta.changes ?? 0) > 0
}

/**
 * Puts another person in one's own place: nothing is free in between. Their guests stay with the seat. Where hosts choose who
 * comes, it goes to someone they have let in: who waits.
 */
export async function transferSeat(
  db: Database,
  { now, newId, platform }: Acting,
  player: Player,
  eventId: string,
  toId: string,
): Promise<void> {
  const met = await meetEvent(db, eventId, player.id)
  const id = newId()
  const mayTake = sql`${takes(eventId, toId, now)} AND (NOT e.needs_approval
    OR EXISTS (SELECT 1 FROM joiners w WHERE w.event_id = e.id AND w.user_id = ${toId} AND w.state = 'waiting'))`
  const [, given] = await runSeatBatch(db, eventId, now, [
    sql`DELETE FROM joiners WHERE event_id = ${eventId} AND user_id = ${toId} AND state IN ('left', 'lapsed', 'waiting', 'asked')
      AND EXISTS (SELECT 1 FROM joiners mine JOIN events e ON e.id = mine.event_id
        WHERE mine.event_id = ${eventId} AND mine.user_id = ${player.id} AND mine.state = 'going' AND ${mayTake})`,
    sql`UPDATE joiners SET id = ${id}, user_id = ${toId}, answers = '{}', offer_hash = NULL, arrived = 0, checked_in_at = NULL, updated_at = ${now}
      WHERE event_id = ${eventId} AND user_id = ${player.id} AND state = 'going'
        AND EXISTS (SELECT 1 FROM events e WHERE ${takes(eventId, toId, now)} AND (NOT e.needs_approval OR changes() > 0))
        AND NOT EXISTS (SELECT 1 FROM joiners other WHERE other.event_id = ${eventId} AND other.user_id = ${toId})`,
    tell(
      tellTransferred({ actor: player, eventId, title: met.title, toId, joinerId: id }),
      { id: newId(), now, platform },
      sql`EXISTS (SELECT 1 FROM joiners WHERE id = ${id})`,
    ),
  ])
  if (!given?.meta.changes) {
    if (met.mine !== 'going') throw new AppError('NoSeatToGive')
    throw new AppError('CannotTakeSeat')
  }
}
