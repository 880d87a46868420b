import type { PersonData } from '../platform/person-data.ts'

/** When someone was online stands in their presence object alone, in no table. */
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
