import { type SQL, sql } from 'drizzle-orm'
import { eventHosts, events } from './schema.ts'

/** Selects the `id` of each game that one of these people created or co-hosts. `people` selects a column `id`. */
export const selectGamesOfPeople = (people: SQL): SQL => sql`
  SELECT ${events.id} AS id FROM (${people}) person CROSS JOIN ${events} ON ${events.creatorId} = person.id
  UNION SELECT ${eventHosts.eventId} AS id FROM (${people}) person CROSS JOIN ${eventHosts} ON ${eventHosts.userId} = person.id`
