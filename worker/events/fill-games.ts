import { type Column, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { maxOccurrences } from '../../domain/events/form-contract.ts'
import { makeTicketCode } from '../../domain/events/ticket.ts'
import { nameToShowSql } from '../accounts/name-to-show.ts'
import { people } from '../accounts/shared.ts'
import { putRowsInOutbox } from '../jobs/commands.ts'
import { notifyOf } from '../notifications/commands.ts'
import { countLeftToday, countOutreachTo, isCounted, isNotAskedTooOften } from '../outreach/commands.ts'
import { readAll, runBatch, type Statement } from '../platform/batch.ts'
import { inList, insertSelect, updateSet } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { isVisibleTo } from './acting.ts'
import { eventInvites, events, joiners } from './schema.ts'
import { freeSeats, hasWaitlist, recountSeats, seatStateBy } from './seats.ts'
import { e, j } from './tables.ts'

const u = alias(people, 'u')

type Context = { now: number; newId: () => string }

/** The pairs that may come: the game is to come, and the person can see it and was never in it. `who` selects `eventId` and `userId`. */
const selectPairs = (who: SQL, now: number): SQL => sql`
  SELECT ${e.id} AS eventId, ${u.id} AS userId, ${e.startsAt} AS startsAt,
    row_number() OVER (PARTITION BY ${e.id} ORDER BY who.place, ${u.id}) AS place, ${freeSeats(null)} AS free
  FROM (${who}) who CROSS JOIN ${events} ${e} ON ${e.id} = who.eventId CROSS JOIN ${people} ${u} ON ${u.id} = who.userId
  WHERE ${e.state} = 'published' AND ${e.startsAt} > ${now} AND ${e.slots} = '[]' AND ${u.deletedAt} IS NULL AND ${isVisibleTo(u.id)}
    AND NOT EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.eventId} = ${e.id} AND ${j.userId} = ${u.id})`

type Fill = { who: SQL; actorId: string }

/** How many people got seats, and in how many games. */
type Seated = { people: SQL; games: SQL }

/** `record` makes the statement that writes down that seats were given. It comes directly after the one that gives them. */
type Seating = Fill & { isNotified: boolean; record: (seated: Seated) => Statement | [] }

/**
 * Gives people a seat in games, as long as there are seats. Games that cost money are left out. Who was in a game before is left out, so a second run changes nothing.
 * They are notified about the first game only, like about a series, and not if the actor has notified them too often.
 */
export async function joinPeople(db: Database, { now, newId }: Context, { who, actorId, isNotified, record }: Seating): Promise<void> {
  const pairs = await readAll(
    db,
    select(
      { eventId: asText, userId: asText, startsAt: asNumber, place: asNumber },
      sql`SELECT eventId, userId, startsAt, place FROM (${selectPairs(who, now)}) WHERE place <= free ORDER BY startsAt, eventId`,
    ),
  )
  const [first] = pairs
  if (!first) return
  const rows = pairs.map((pair) => ({ ...pair, id: newId(), code: makeTicketCode([...crypto.getRandomValues(new Uint32Array(6))]) }))
  const eventIds = sql`SELECT value->>'eventId' FROM json_each(${JSON.stringify(pairs)})`
  const isNew = inList(
    joiners.id,
    rows.map(({ id }) => id),
  )
  const countSeated = (column: Column) => sql`(SELECT count(DISTINCT ${column}) FROM ${joiners} WHERE ${isNew})`
  const inFirst = rows.filter(({ eventId }) => eventId === first.eventId).map(({ id }) => id)
  const reached = inList(joiners.id, inFirst)
  await runBatch(db, {
    joined: insertSelect(
      joiners,
      {
        ...{ id: sql`value->>'id'`, eventId: sql`value->>'eventId'`, userId: sql`value->>'userId'`, startsAt: sql`value->>'startsAt'` },
        ...{ slotId: null, state: 'going', seats: 1, guests: [], answers: {}, waitlistRank: 0, joinedAt: now, arrived: 0 },
        // Nobody gets an email for each game of a season: `mailSeats` sends one for all of them.
        ...{ isNoShow: false, isConfirmed: false, updatedAt: now, ticketCode: sql`value->>'code'` },
      },
      // People may have joined since. All new rows see the same free seats, so each person needs as many as their place among those who are
      // not in the game by now. While others wait, nobody overtakes them.
      sql`FROM (SELECT given.value AS value, row_number() OVER (PARTITION BY given.value->>'eventId' ORDER BY given.value->>'place') AS place
          FROM json_each(${JSON.stringify(rows)}) given WHERE NOT EXISTS (SELECT 1 FROM ${joiners} ${j}
            WHERE ${j.eventId} = given.value->>'eventId' AND ${j.userId} = given.value->>'userId')) row
        WHERE EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = row.value->>'eventId' AND ${e.state} = 'published' AND ${freeSeats(null)} >= row.place
          AND NOT ${hasWaitlist(null)} AND ${seatStateBy('season', sql`row.value->>'userId'`, now)} = 'going')
        ON CONFLICT DO NOTHING`,
    ),
    recorded: record({ people: countSeated(joiners.userId), games: countSeated(joiners.eventId) }),
    recounted: recountSeats(eventIds),
    notified: isNotified
      ? notifyOfGame({ kind: 'season-seats-given', eventId: first.eventId, actorId, at: now }, newId(), { table: joiners, reached })
      : [],
  })
}

/**
 * Mails each person once about all seats that they got in these games and that no email has confirmed, with at most as many dates in one
 * email as a series has. Who was notified by the actor too often gets none. `who` selects `eventId` and `userId`.
 */
export function mailSeats(db: Database, { now, newId }: Context, { who, actorId }: Fill): Promise<unknown> {
  const sent = { kind: 'seasonInvitation', senderId: actorId, now } as const
  const template = { name: 'series-joined', data: {} }
  const unconfirmed = sql`FROM (SELECT DISTINCT eventId, userId FROM (${who})) who CROSS JOIN ${joiners} ${j}
      ON ${j.eventId} = who.eventId AND ${j.userId} = who.userId AND ${j.state} = 'going' AND NOT ${j.isConfirmed}`
  const ofPerson = sql`PARTITION BY ${j.userId} ORDER BY ${j.startsAt}, ${j.id}`
  const numbered = sql`SELECT ${j.id} AS entryId, ${j.userId} AS userId, row_number() OVER (${ofPerson}) - 1 AS place,
      first_value(${j.eventId}) OVER (${ofPerson}) AS firstId ${unconfirmed}`
  return runBatch(db, {
    // The notification about the first game is counted under the same id.
    counted: countOutreachTo(
      sent,
      sql`SELECT ${invitationId(sql`seat.firstId`, sql`seat.userId`)} AS id, seat.userId AS recipientId FROM (${numbered}) seat
        WHERE seat.place = 0 AND seat.userId <> ${actorId} AND ${isNotAskedTooOften(sent, sql`seat.userId`)} LIMIT ${countLeftToday(sent)}`,
    ),
    mailed: putRowsInOutbox(
      'mail',
      sql`SELECT ${newId()} || ':' || ${u.id} || ':' || given.part AS id, json_set(${JSON.stringify({ template })}, '$.to', ${u.email},
          '$.template.data.username', ${nameToShowSql(u)}, '$.template.data.userId', ${u.id}, '$.template.data.entryIds', json(given.entryIds)) AS body
        FROM (SELECT userId, firstId, CAST(place / ${maxOccurrences} AS INTEGER) AS part, json_group_array(entryId) AS entryIds
            FROM (${numbered}) GROUP BY userId, part) given CROSS JOIN ${people} ${u} ON ${u.id} = given.userId
        WHERE ${u.deletedAt} IS NULL AND ${u.emailVerifiedAt} IS NOT NULL
          AND (${u.id} = ${actorId} OR ${isCounted(invitationId(sql`given.firstId`, u.id))})`,
      { now },
    ),
    confirmed: updateSet(joiners, { isConfirmed: true }, sql`WHERE ${joiners.id} IN (SELECT ${j.id} ${unconfirmed})`),
  })
}

/** Invites people to games, with a notification about the first game. It is null if another job notifies them. */
export async function inviteToGames(
  db: Database,
  { now, newId }: Context,
  { who, actorId, firstEventId }: Fill & { firstEventId: string | null },
): Promise<void> {
  await runBatch(db, {
    invited: insertSelect(
      eventInvites,
      { eventId: sql`pair.eventId`, userId: sql`pair.userId`, inviterId: actorId, createdAt: now },
      sql`FROM (${selectPairs(who, now)}) pair CROSS JOIN ${people} ${u} ON ${u.id} = pair.userId
        WHERE ${u.id} <> ${actorId} AND ${hasNoBlock(actorId, u.id)} ON CONFLICT DO NOTHING`,
    ),
    notified:
      firstEventId === null
        ? []
        : notifyOfGame({ kind: 'event-invited', eventId: firstEventId, actorId, at: now }, newId(), {
            table: eventInvites,
            reached: sql`${eventInvites.eventId} = ${firstEventId} AND ${eventInvites.inviterId} = ${actorId} AND ${eventInvites.createdAt} = ${now}`,
          }),
  })
}

/** Under this id it is counted that somebody was told of a game. */
const invitationId = (eventId: SQLWrapper, userId: SQLWrapper): SQL => sql`'season-invitation:' || ${eventId} || ':' || ${userId}`

type ReachedFact = { kind: 'event-invited' | 'season-seats-given'; eventId: string; actorId: string; at: number }
type Reached = { table: typeof joiners | typeof eventInvites; reached: SQL }

/** Counts the people who were reached now, within the limits of the actor, and notifies those who were counted. */
function notifyOfGame(fact: ReachedFact, id: string, { table, reached }: Reached): Statement[] {
  const { actorId, at: now } = fact
  const sent = { kind: 'seasonInvitation', senderId: actorId, now } as const
  const rows = sql`SELECT ${invitationId(table.eventId, table.userId)} AS id, ${table.userId} AS recipientId FROM ${table}
    WHERE ${reached} AND ${table.userId} <> ${actorId} AND ${isNotAskedTooOften(sent, table.userId)} LIMIT ${countLeftToday(sent)}`
  return [countOutreachTo(sent, rows), notifyOf(fact, { id, now }, sql`changes() > 0`)]
}
