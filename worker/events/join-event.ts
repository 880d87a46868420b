import { sql } from 'drizzle-orm'
import type { JoinEvent } from '../../domain/events/join-contract.ts'
import { judgeJoin, readAnswers } from '../../domain/events/rules.ts'
import { type JoinedAs, joinedAs } from '../../domain/events/states.ts'
import { tellOf } from '../notifications/commands.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import type { Acting } from '../platform/from-request.ts'
import { isHostOf } from './acting.ts'
import { joinFactsOf, meetEvent, takesPeople } from './meet-event.ts'
import { events, joiners } from './schema.ts'
import { freeSeats, hasLine, runSeatBatch, selectPart, slotSeats } from './seats.ts'
import { e } from './tables.ts'
import { drawOf, turnOf } from './turn-in-line.ts'

/**
 * Takes seats for a person and their guests, all or none, in one statement that counts the seats as it takes them. Where there
 * are none, or others wait already, they get in line if they want to. Asked again, it changes nothing.
 */
export async function joinEvent(
  db: Database,
  { now, newId, platform }: Acting,
  userId: string,
  eventId: string,
  { slotId, guests, answers: given, orWait }: JoinEvent,
): Promise<void> {
  const met = await meetEvent(db, eventId, userId)
  // Before they are asked to answer anything.
  if (met.state === 'draft') throw judgeJoin(joinFactsOf(met, slotId, now), guests.length)
  const answers = readAnswers(met.questions, given)
  const id = newId()
  const draw = await drawOf(eventId, userId)
  const seats = 1 + guests.length
  const found = sql`SELECT ${e.id} AS id, ${e.startsAt} AS startsAt, ${turnOf(userId, draw)} AS turn,
      CASE WHEN ${e.needsApproval} AND NOT ${isHostOf(userId)} THEN 'asked'
        WHEN ${freeSeats(slotId)} >= ${seats} AND NOT ${hasLine(slotId)} THEN 'going'
        WHEN ${orWait ? 1 : 0} THEN 'waiting' END AS state
    FROM ${events} ${e}
    WHERE ${takesPeople(eventId, userId, now)} AND ${guests.length} <= ${e.maxGuests} AND ${slotSeats(slotId)} >= ${seats}`
  const comesBack = onConflictUpdate(
    joiners,
    ['eventId', 'userId'],
    {
      id: excluded(joiners.id),
      slotId: excluded(joiners.slotId),
      state: excluded(joiners.state),
      seats: excluded(joiners.seats),
      guests: excluded(joiners.guests),
      answers: excluded(joiners.answers),
      turn: excluded(joiners.turn),
      joinedAt: excluded(joiners.joinedAt),
      offerHash: null,
      offerExpiresAt: null,
      arrived: 0,
      checkedInAt: null,
      isNoShow: false,
      leftLate: false,
      updatedAt: excluded(joiners.updatedAt),
    },
    sql`${joiners.userId} IS NOT NULL`,
  )
  const tellAs = (as: JoinedAs) =>
    tellOf(
      { kind: 'event-joined', joinerId: id, as },
      { id: newId(), now, platform },
      sql`EXISTS (SELECT 1 FROM ${joiners} WHERE ${joiners.id} = ${id} AND ${joiners.state} = ${as})`,
    )
  const { after } = await runSeatBatch(db, eventId, now, {
    joined: insertSelect(
      joiners,
      {
        id,
        eventId: sql`found.id`,
        userId,
        slotId,
        state: sql`found.state`,
        seats,
        guests,
        answers,
        turn: sql`found.turn`,
        joinedAt: now,
        arrived: 0,
        isNoShow: false,
        startsAt: sql`found.startsAt`,
        updatedAt: now,
      },
      sql`FROM (${found}) found WHERE found.state IS NOT NULL ${comesBack} WHERE ${joiners.state} IN ('left', 'lapsed')`,
    ),
    told: joinedAs.map(tellAs),
    after: selectPart(db, eventId, userId),
  })
  if (after.rows.length === 0) throw judgeJoin(joinFactsOf(met, slotId, now), guests.length)
}
