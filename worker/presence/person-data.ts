import { sql } from 'drizzle-orm'
import { selectAs } from '../platform/columns.ts'
import { type PersonData, readParts } from '../platform/person-data.ts'
import { onlinePeople, shownEvents } from './schema.ts'

/** Presence is stored in each person's Durable Object. The tables say who is online now, and which events they look at. */
export const presenceData: PersonData = {
  feature: 'presence',
  tables: { online_people: ['user_id'], shown_events: ['user_id'] },
  erase: (userId) => [
    sql`DELETE FROM ${onlinePeople} WHERE ${onlinePeople.userId} = ${userId}`,
    sql`DELETE FROM ${shownEvents} WHERE ${shownEvents.userId} = ${userId}`,
  ],
  eraseObjects: (env, userId) => env.PRESENCE.getByName(userId).forget(),
  export: async (db, userId, env) => {
    const { online, since } = await env.PRESENCE.getByName(userId).status()
    const tables = await readParts(db, {
      'online-since': selectAs({ since: onlinePeople.since }, sql`FROM ${onlinePeople} WHERE ${onlinePeople.userId} = ${userId}`),
      'open-event-pages': selectAs({ eventId: shownEvents.eventId }, sql`FROM ${shownEvents} WHERE ${shownEvents.userId} = ${userId}`),
    })
    return [{ name: 'online', rows: since === null ? [] : [{ isOnline: online, since: new Date(since).toISOString() }] }, ...tables]
  },
}
