import type { Adapter, Stored } from 'oidc-provider'

/** Where the provider keeps what it hands out. Its own memory does the same, but warns on the console. */
export function createMemory(): (model: string) => Adapter {
  const kept = new Map<string, { payload: Stored; endsAt: number }>()

  const find = (key: string) => {
    const entry = kept.get(key)
    return entry && entry.endsAt > Date.now() ? entry.payload : undefined
  }
  const removeWhere = (isGone: (entry: { payload: Stored; endsAt: number }) => boolean) => {
    for (const [key, entry] of kept) if (isGone(entry)) kept.delete(key)
  }

  return (model) => ({
    async upsert(id, payload, expiresIn = Number.POSITIVE_INFINITY) {
      removeWhere(({ endsAt }) => endsAt <= Date.now())
      kept.set(`${model}:${id}`, { payload, endsAt: Date.now() + expiresIn * 1000 })
    },
    find: async (id) => find(`${model}:${id}`),
    async findByUid(uid) {
      for (const [key, { payload }] of kept) if (key.startsWith(`${model}:`) && payload.uid === uid) return find(key)
      return undefined
    },
    // Codes typed in on another device are switched off.
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = find(`${model}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void kept.delete(`${model}:${id}`),
    revokeByGrantId: async (grantId) => removeWhere(({ payload }) => payload.grantId === grantId),
  })
}
