import type { PersonData } from '../platform/person-data.ts'

/** Presence is stored only in each person's Durable Object, not in a table. */
export const presenceData: PersonData = {
  feature: 'presence',
  tables: {},
  erase: () => [],
  eraseObjects: (env, userId) => env.PRESENCE.getByName(userId).forget(),
  export: async (_, userId, env) => {
    const { online, since } = await env.PRESENCE.getByName(userId).status()
    return [{ name: 'online', rows: since === null ? [] : [{ isOnline: online, since: new Date(since).toISOString() }] }]
  },
}
