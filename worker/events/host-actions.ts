import { sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { AddUnregistered, CheckIns, HostAction } from '../../domain/events/manage-contract.ts'
import { notUp } from '../../domain/events/rules.ts'
import type { EventState, JoinerState } from '../../domain/events/states.ts'
import { decisions, tellDecided } from '../../domain/events/tidings.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { deriveId } from '../platform/derive-id.ts'
import type { Acting } from '../platform/from-request.ts'
import { isHostOf } from './acting.ts'
import { freeSeats, hasLine, isActive, runSeatBatch } from './seats.ts'
import { keepTalliesAfter } from './tallies.ts'

const joinerNotFound = () => new AppError('JoinerNotFound')

/** What each action begins at and leads to. Where seats are taken it is asked, in the same statement, whether there are any. */
const outcome: Record<HostAction, { from: readonly JoinerState[]; to: (fits: ReturnType<typeof sql>) => ReturnType<typeof sql> }> = {
  approve: { from: ['asked'], to: (fits) => sql`iif(${fits} AND NOT ${hasLine(sql`joiners.slot_id`)}, 'going', 'waiting')` },
  refuse: { from: ['asked'], to: () => sql`'refused'` },
  remove: { from: ['going', 'waiting', 'offered'], to: () => sql`'removed'` },
  // An offer holds its seats already.
  seat: { from: ['asked', 'waiting', 'offered'], to: (fits) => sql`iif(joiners.state = 'offered' OR ${fits}, 'going', NULL)` },
}

/** A host's word on one entry. It holds only on the state the entry is in now, so that of two hosts the second is told. */
export async function actOnJoiner(
  db: Database,
  { now, newId, platform }: Acting,
  hostId: string,
  eventId: string,
  joinerId: string,
  action: HostAction,
): Promise<void> {
  const { from, to } = outcome[action]
  const [met] = await runBatch<{ title: string; eventState: EventState; userId: string | null; state: JoinerState }>(db, [
    sql`SELECT e.title, e.state AS eventState, j.user_id AS userId, j.state FROM joiners j JOIN events e ON e.id = j.event_id WHERE j.id = ${joinerId} AND j.event_id = ${eventId}`,
  ])
  const row = met?.results[0]
  if (!row) throw joinerNotFound()
  const off = notUp(row.eventState)
  if (off) throw off
  if (!from.includes(row.state)) throw new AppError('JoinerChanged')
  const next = sql`(SELECT ${to(sql`${freeSeats(sql`joiners.slot_id`)} >= joiners.seats`)} FROM events e
    WHERE e.id = ${eventId} AND e.state = 'published' AND ${isHostOf(hostId)})`
  const words = Object.fromEntries(
    decisions.map((what) => [what, { ...tellDecided({ eventId, title: row.title, toId: row.userId ?? '', joinerId, what }), platform }]),
  )
  const [acted] = await runSeatBatch(db, eventId, now, [
    sql`UPDATE joiners SET state = ${next}, offer_expires_at = NULL, updated_at = ${now}
      WHERE id = ${joinerId} AND event_id = ${eventId} AND state IN (SELECT value FROM json_each(${JSON.stringify(from)})) AND ${next} IS NOT NULL`,
    // What became of it is known only here; a guest without an account is told by whoever brings them.
    putRowsInOutbox(
      'notices',
      sql`SELECT ${newId()} AS id, json_extract(${JSON.stringify(words)}, '$.' || state) AS body FROM joiners WHERE id = ${joinerId} AND user_id IS NOT NULL AND changes() > 0`,
      { now },
    ),
  ])
  if (!acted?.meta.changes) throw new AppError('NotEnoughSeats')
}

/** Puts an entry into another slot, if there is room. */
export async function moveJoiner(
  db: Database,
  now: number,
  hostId: string,
  eventId: string,
  joinerId: string,
  slotId: string | null,
): Promise<void> {
  const [moved, after] = await runSeatBatch(db, eventId, now, [
    sql`UPDATE joiners SET slot_id = ${slotId}, updated_at = ${now} WHERE id = ${joinerId} AND event_id = ${eventId} AND ${isActive}
      AND EXISTS (SELECT 1 FROM events e WHERE e.id = ${eventId} AND ${isHostOf(hostId)} AND ${freeSeats(slotId)} IS NOT NULL
        AND (joiners.state IN ('waiting', 'asked') OR joiners.slot_id IS ${slotId} OR ${freeSeats(slotId)} >= joiners.seats))`,
    sql`SELECT 1 FROM joiners WHERE id = ${joinerId} AND event_id = ${eventId}`,
  ])
  if (moved?.meta.changes) return
  throw after?.results[0] ? new AppError('SlotFull') : joinerNotFound()
}

/** Writes down someone without an account. They take a seat like anyone. */
export async function addUnregistered(
  db: Database,
  { now }: Acting,
  hostId: string,
  eventId: string,
  input: AddUnregistered,
): Promise<string> {
  const id = await deriveId('joiner', hostId, eventId, input.idempotencyKey)
  const { name, slotId } = input
  const [, after] = await runSeatBatch<{ isDown: number; state: EventState }>(db, eventId, now, [
    sql`INSERT INTO joiners (id, event_id, guest_name, slot_id, state, seats, guests, answers, turn, joined_at, arrived, is_no_show, starts_at, updated_at)
      SELECT ${id}, e.id, ${name}, ${slotId}, 'going', 1, '[]', '{}', 0, ${now}, 0, 0, e.starts_at, ${now} FROM events e
      WHERE e.id = ${eventId} AND e.state = 'published' AND ${isHostOf(hostId)} AND ${freeSeats(slotId)} >= 1 ON CONFLICT (id) DO NOTHING`,
    sql`SELECT EXISTS (SELECT 1 FROM joiners WHERE id = ${id}) AS isDown, state FROM events WHERE id = ${eventId}`,
  ])
  const met = after?.results[0]
  if (!met?.isDown) throw notUp(met?.state) ?? new AppError('NoSeatForThem')
  return id
}

/**
 * What was seen at the gate, perhaps hours ago and without a network. The latest word on an entry counts, so the same report
 * sent twice, or two gates' reports in any order, end the same. Answers what is on no list of this event.
 */
export async function checkIn(db: Database, now: number, hostId: string, eventId: string, { checkIns }: CheckIns): Promise<string[]> {
  const seen = JSON.stringify(checkIns.map((item) => ({ ...item, at: Math.min(item.at, now) })))
  const [, unknown] = await runBatch<{ id: string }>(db, [
    sql`UPDATE joiners SET arrived = min(seats, s.arrived), checked_in_at = s.at, is_no_show = s.isNoShow AND s.arrived = 0, updated_at = ${now}
      FROM (SELECT value->>'joinerId' AS joinerId, value->>'arrived' AS arrived, value->>'isNoShow' AS isNoShow, max(value->>'at') AS at
        FROM json_each(${seen}) GROUP BY 1) s
      WHERE joiners.id = s.joinerId AND joiners.event_id = ${eventId} AND joiners.state = 'going'
        AND (joiners.checked_in_at IS NULL OR joiners.checked_in_at < s.at)
        AND EXISTS (SELECT 1 FROM events e WHERE e.id = ${eventId} AND ${isHostOf(hostId)})`,
    sql`SELECT DISTINCT value->>'joinerId' AS id FROM json_each(${seen})
      WHERE NOT EXISTS (SELECT 1 FROM joiners j WHERE j.id = value->>'joinerId' AND j.event_id = ${eventId} AND j.state = 'going')`,
    keepTalliesAfter(eventId, sql`SELECT value->>'joinerId' FROM json_each(${seen})`, now),
  ])
  return (unknown?.results ?? []).map(({ id }) => id)
}
