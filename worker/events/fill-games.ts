import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { makeTicketCode } from '../../domain/events/ticket.ts'
import { people } from '../accounts/shared.ts'
import { notifyOf } from '../notifications/commands.ts'
import { countLeftToday, countOutreachTo, isNotAskedTooOften } from '../outreach/commands.ts'
import { readAll, runBatch } from '../platform/batch.ts'
import { insertSelect } from '../platform/columns.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, select } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { isVisibleTo } from './acting.ts'
import { eventInvites, events, joiners } from './schema.ts'
import { freeSeats, hasWaitlist, recountSeats } from './seats.ts'
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

/** Gives people a seat in games, as long as there are seats. Who was in a game before is left out, so a second run changes nothing. */
export async function joinPeople(db: Database, { now, newId }: Context, who: SQL): Promise<void> {
  const pairs = await readAll(
    db,
    select(
      { eventId: asText, userId: asText, startsAt: asNumber },
      sql`SELECT eventId, userId, startsAt FROM (${selectPairs(who, now)}) WHERE place <= free`,
    ),
  )
  if (pairs.length === 0) return
  const rows = pairs.map((pair) => ({ ...pair, id: newId(), code: makeTicketCode([...crypto.getRandomValues(new Uint32Array(6))]) }))
  const eventIds = sql`SELECT value->>'eventId' FROM json_each(${JSON.stringify(pairs)})`
  await runBatch(db, {
    joined: insertSelect(
      joiners,
      {
        ...{ id: sql`value->>'id'`, eventId: sql`value->>'eventId'`, userId: sql`value->>'userId'`, startsAt: sql`value->>'startsAt'` },
        ...{ slotId: null, state: 'going', seats: 1, guests: [], answers: {}, waitlistRank: 0, joinedAt: now, arrived: 0 },
        ...{ isNoShow: false, updatedAt: now, ticketCode: sql`value->>'code'` },
      },
      // A person may have joined since, and taken the last seat. While others wait, nobody overtakes them.
      sql`FROM json_each(${JSON.stringify(rows)}) row
        WHERE EXISTS (SELECT 1 FROM ${events} ${e} WHERE ${e.id} = row.value->>'eventId' AND ${e.state} = 'published' AND ${freeSeats(null)} > 0
          AND NOT ${hasWaitlist(null)})
        ON CONFLICT DO NOTHING`,
    ),
    recounted: recountSeats(eventIds),
  })
}

/**
 * Invites people to games. They are notified about the first game only, like about a series. A person whom the inviter has notified
 * too often is invited without a notification.
 */
export async function inviteToGames(
  db: Database,
  { now, newId }: Context,
  { who, inviterId, firstEventId }: { who: SQL; inviterId: string; firstEventId: string | null },
): Promise<void> {
  const sent = { kind: 'seasonInvitation', senderId: inviterId, now } as const
  await runBatch(db, {
    invited: insertSelect(
      eventInvites,
      { eventId: sql`pair.eventId`, userId: sql`pair.userId`, inviterId, createdAt: now },
      sql`FROM (${selectPairs(who, now)}) pair CROSS JOIN ${people} ${u} ON ${u.id} = pair.userId
        WHERE ${u.id} <> ${inviterId} AND ${hasNoBlock(inviterId, u.id)} ON CONFLICT DO NOTHING`,
    ),
    counted: firstEventId === null ? [] : [countOutreachTo(sent, selectFirstInvited(sent, firstEventId))],
    notified:
      firstEventId === null
        ? []
        : [
            notifyOf(
              { kind: 'event-invited', eventId: firstEventId, actorId: inviterId, at: now },
              { id: newId(), now },
              sql`changes() > 0`,
            ),
          ],
  })
}

/** The people who get the notification: who was invited to the first game now, and was not notified too often. */
const selectFirstInvited = (sent: { kind: 'seasonInvitation'; senderId: string; now: number }, eventId: string): SQL => sql`
  SELECT 'season-invitation:' || ${eventInvites.eventId} || ':' || ${eventInvites.userId} AS id, ${eventInvites.userId} AS recipientId
  FROM ${eventInvites} WHERE ${eventInvites.eventId} = ${eventId} AND ${eventInvites.inviterId} = ${sent.senderId}
    AND ${eventInvites.createdAt} = ${sent.now} AND ${isNotAskedTooOften(sent, eventInvites.userId)} LIMIT ${countLeftToday(sent)}`
