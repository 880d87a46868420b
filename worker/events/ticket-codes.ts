import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { makeTicketCode } from '../../domain/events/ticket.ts'
import { joiners } from './schema.ts'

const holder = alias(joiners, 'holder')

/** Enough that one of them is free in any game: there are 700 million codes. */
const maxTries = 4

/** In a statement: a new code for a ticket that no other entry of the event has. */
export function newTicketCode(eventId: SQLWrapper | string): SQL {
  const codes = Array.from({ length: maxTries }, () => makeTicketCode([...crypto.getRandomValues(new Uint32Array(6))]))
  return sql`(SELECT c.value FROM json_each(${JSON.stringify(codes)}) c
    WHERE NOT EXISTS (SELECT 1 FROM ${joiners} ${holder} WHERE ${holder.eventId} = ${eventId} AND ${holder.ticketCode} = c.value) LIMIT 1)`
}
