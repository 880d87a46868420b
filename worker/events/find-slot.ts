import { sql } from 'drizzle-orm'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asText, orNull, select } from '../platform/row-query.ts'
import { events } from './schema.ts'
import { freeSeats, hasWaitlist } from './seats.ts'
import { e } from './tables.ts'

const slotId = sql`slot.value->>'id'`

/**
 * The slot for somebody who chose one a while ago: that slot, or if the hosts have removed it since, the first one with a free seat that
 * nobody waits for. If there is none, it is the first slot, which says that it is full or has a waitlist. Null for a game without slots.
 */
export async function findSlot(db: Database, eventId: string, chosenId: string | null): Promise<string | null> {
  const found = await readFirst(
    db,
    select(
      { id: orNull(asText) },
      sql`SELECT ${slotId} AS id FROM ${events} ${e}, json_each(iif(${e.slots} = '[]', '[null]', ${e.slots})) slot WHERE ${e.id} = ${eventId}
        ORDER BY ${slotId} IS ${chosenId} DESC, (${freeSeats(slotId)} > 0 AND NOT ${hasWaitlist(slotId)}) DESC, slot.key LIMIT 1`,
    ),
  )
  return found ? found.id : chosenId
}
