import type { Adapter, Stored } from 'oidc-provider'

/** Stores the sessions and codes of the provider in memory. The package has the same built in, but it prints a warning. */
export function createMemory(): (model: string) => Adapter {
  const entries = new Map<string, { payload: Stored; endsAt: number }>()

  const find = (key: string) => {
    const entry = entries.get(key)
    return entry && entry.endsAt > Date.now() ? entry.payload : undefined
  }
  const removeWhere = (matches: (entry: { payload: Stored; endsAt: number }) => boolean) => {
    for (const [key, entry] of entries) if (matches(entry)) entries.delete(key)
  }

  return (model) => ({
    async upsert(id, payload, expiresIn = Number.POSITIVE_INFINITY) {
      removeWhere(({ endsAt }) => endsAt <= Date.now())
      entries.set(`${model}:${id}`, { payload, endsAt: Date.now() + expiresIn * 1000 })
    },
    find: async (id) => find(`${model}:${id}`),
    async findByUid(uid) {
      for (const [key, { payload }] of entries) if (key.startsWith(`${model}:`) && payload.uid === uid) return find(key)
      return undefined
    },
    // The device flow, with its user codes, is disabled.
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = find(`${model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void entries.delete(`${model}:${id}`),
    revokeByGrantId: async (grantId) => removeWhere(({ payload }) => payload.grantId === grantId),
  })
}
