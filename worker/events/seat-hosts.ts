import { type SQL, sql } from 'drizzle-orm'
import { makeTicketCode } from '../../domain/events/ticket.ts'
import { insertSelect } from '../platform/columns.ts'
import { events, joiners } from './schema.ts'
import { freeSeats, recountSeats, seatStateBy } from './seats.ts'
import { e } from './tables.ts'

/** With slots, the host starts in the first one. They can move on the page of the game. */
const firstSlot = sql`${e.slots}->0->>'id'`

/**
 * Gives the creators of published games their seat, if they play too. Put it after the statement that creates or publishes the games. A game that
 * is still a draft has no players, so its creator gets the seat when it is published. It costs a host nothing, and no email says what they chose themselves.
 */
export const seatHosts = (eventIds: readonly string[], now: number, when: SQL): SQL[] => {
  if (eventIds.length === 0) return []
  const rows = eventIds.map((eventId) => ({
    ...{ eventId, id: crypto.randomUUID(), code: makeTicketCode([...crypto.getRandomValues(new Uint32Array(6))]) },
  }))
  return [
    insertSelect(
      joiners,
      {
        ...{
          id: sql`host.value->>'id'`,
          eventId: e.id,
          userId: e.creatorId,
          slotId: firstSlot,
          state: 'going',
          seats: 1,
          guests: [],
          answers: {},
        },
        ...{ waitlistRank: 0, joinedAt: now, arrived: 0, isNoShow: false, isConfirmed: true, startsAt: e.startsAt, updatedAt: now },
        ticketCode: sql`host.value->>'code'`,
      },
      sql`FROM json_each(${JSON.stringify(rows)}) host CROSS JOIN ${events} ${e} ON ${e.id} = host.value->>'eventId'
        WHERE ${when} AND ${e.hostPlays} AND ${e.creatorId} IS NOT NULL AND ${e.state} = 'published' AND ${e.startsAt} > ${now}
          AND ${freeSeats(firstSlot)} > 0 AND ${seatStateBy('join', e.creatorId, now)} = 'going'
        ON CONFLICT DO NOTHING`,
    ),
    recountSeats(sql`SELECT value FROM json_each(${JSON.stringify(eventIds)})`),
  ]
}
