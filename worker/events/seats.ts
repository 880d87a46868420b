import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { activeStates, holdingStates } from '../../domain/events/states.ts'
import { tellOfferOver } from '../../domain/events/tidings.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { type MessageInsert, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { welcomes } from './acting.ts'

/** A list as SQL that the index over states can be used with. */
const listOf = (words: readonly string[]): SQL => sql.raw(`(${words.map((word) => `'${word}'`).join(', ')})`)

export const isActive = sql`state IN ${listOf(activeStates)}`
export const isHolding = sql`state IN ${listOf(holdingStates)}`

/** The seats a slot has, or the event where it has no slots. Nothing where there is no such slot. `e` is a row of `events`. */
export const slotSeats = (slotId: SQLWrapper | string | null): SQL => sql`
  iif(e.slots = '[]', iif(${slotId} IS NULL, e.capacity, NULL),
    (SELECT s.value->>'capacity' FROM json_each(e.slots) s WHERE s.value->>'id' = ${slotId}))`

/** What is held there, counted from the live rows: nothing about seats is decided by a stored number. */
const heldSeats = (slotId: SQLWrapper | string | null): SQL => sql`
  (SELECT coalesce(sum(h.seats), 0) FROM joiners h WHERE h.event_id = e.id AND h.state IN ${listOf(holdingStates)} AND h.slot_id IS ${slotId})`

export const freeSeats = (slotId: SQLWrapper | string | null): SQL => sql`(${slotSeats(slotId)} - ${heldSeats(slotId)})`

/**
 * Whoever waits for that slot. A party that has become larger than all its seats keeps its place and holds up nobody; nor does
 * someone whom a block now keeps from its hosts, or whom the event is not there for any more.
 */
const inLine = (slotId: SQLWrapper | string | null): SQL => sql`
  FROM joiners w WHERE w.event_id = e.id AND w.state = 'waiting' AND w.slot_id IS ${slotId} AND w.seats <= ${slotSeats(slotId)}
    AND ${welcomes(sql`w.user_id`)}`

/** Whether somebody waits for that slot: whoever comes now stands behind them. */
export const hasLine = (slotId: SQLWrapper | string | null): SQL => sql`EXISTS (SELECT 1 ${inLine(slotId)})`

/** The first in line for that slot. */
export const firstInLine = (slotId: SQLWrapper | string | null): SQL => sql`
  (SELECT w.id ${inLine(slotId)} ORDER BY w.turn, w.joined_at, w.id LIMIT 1)`

/**
 * The place in line of `j`, a row of `joiners` that waits: only who is in line stands before it. A party that is too large has
 * none. Whom a block keeps out is never told that they are next, and never that they are kept out.
 */
export const placeInLine = sql`iif(j.seats <= ${slotSeats(sql`j.slot_id`)}, 1 + max(NOT ${welcomes(sql`j.user_id`)},
    (SELECT count(*) ${inLine(sql`j.slot_id`)} AND (w.turn, w.joined_at, w.id) < (j.turn, j.joined_at, j.id))), NULL)`

const overWords = JSON.stringify(tellOfferOver({ eventId: '', title: '', joinerId: '' }))

/** Before such offers of `j` end: who had them is told, while the seats can go to somebody else. */
export const tellOffersOver = (which: SQL, now: number) =>
  putRowsInOutbox(
    'notices',
    sql`SELECT 'event-offer-over:' || j.id AS id, json_set(${overWords}, '$.key', (${overWords}->>'key') || j.id, '$.title', (${overWords}->>'title') || e.title,
        '$.path', (${overWords}->>'path') || e.id, '$.to', json_array(j.user_id)) AS body
      FROM joiners j CROSS JOIN events e ON e.id = j.event_id AND e.state = 'published' AND e.starts_at > ${now}
      WHERE ${which} AND j.state = 'offered' AND j.offer_expires_at <= ${now} AND j.user_id IS NOT NULL`,
    { now },
  )

/** For the beginning of every batch about seats: an offer that ran out holds nothing any more. */
export const expireOffers = (events: SQL, now: number): [MessageInsert, SQL] => [
  tellOffersOver(sql`j.event_id IN (${events})`, now),
  sql`UPDATE joiners SET state = 'lapsed', offer_expires_at = NULL, updated_at = ${now}
    WHERE event_id IN (${events}) AND state = 'offered' AND offer_expires_at <= ${now}`,
]

/** For the end of every batch about seats: what lists show. */
export const recountSeats = (events: SQL): SQL => sql`
  UPDATE events SET
    taken = (SELECT coalesce(sum(seats), 0) FROM joiners WHERE event_id = events.id AND state IN ${listOf(holdingStates)}),
    waiting = (SELECT count(*) FROM joiners WHERE event_id = events.id AND state = 'waiting')
  WHERE id IN (${events})`

/** A command about the seats of one event: expired offers go first, the count for lists comes last. */
export async function runSeatBatch<Row = Record<string, unknown>>(
  db: Database,
  eventId: string,
  now: number,
  statements: readonly SQLWrapper[],
): Promise<D1Result<Row>[]> {
  const results = await runBatch<Row>(db, [
    ...expireOffers(sql`SELECT ${eventId}`, now),
    ...statements,
    recountSeats(sql`SELECT ${eventId}`),
  ])
  return results.slice(2, -1)
}
