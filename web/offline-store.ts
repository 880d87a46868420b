import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query'
import { clear, createStore, delMany, get, keys, set } from 'idb-keyval'
import { ApiError } from './api.ts'
import { queryClient } from './query-client.ts'
import { chooseSeen } from './seen-queries.ts'

type Kept = { build: string; state: DehydratedState }

const store = createStore('gather', 'seen')
const writeEvery = 1000

let scheduled: ReturnType<typeof setTimeout> | undefined

/** Brings back what this person saw before and keeps what is seen from now on, for queries that say `meta: { offline: … }`. */
export async function keepWhatIsSeen(viewer: string): Promise<void> {
  const others = (await keys<string>(store)).filter((entry) => entry !== viewer)
  if (others.length > 0) await delMany(others, store)
  const kept = await get<Kept>(viewer, store)
  // Another release may expect other shapes.
  if (kept?.build === __BUILD_ID__)
    hydrate(queryClient, { ...kept.state, queries: chooseSeen(kept.state.queries, Date.now()).map(toAskAnew) })
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (scheduled !== undefined || (type !== 'updated' && type !== 'removed')) return
    scheduled = setTimeout(() => {
      scheduled = undefined
      const { queries, ...state } = dehydrate(queryClient, {
        shouldDehydrateQuery: isWorthKeeping,
        shouldDehydrateMutation: () => false,
      })
      const entry: Kept = { build: __BUILD_ID__, state: { ...state, queries: chooseSeen(queries, Date.now()).map(asSeen) } }
      // The device is full, or the browser took the database away: then this is not there offline, and all else goes on.
      set(viewer, entry, store).catch(() => undefined)
    }, writeEvery)
  })
}

/** Asked again without a network it is still what was seen; what the server refuses to show again is not. */
const isWorthKeeping = ({ meta, state }: Query) =>
  Boolean(meta?.offline) && state.data !== undefined && !(state.error instanceof ApiError && state.error.status < 500)

/** As it came: that asking again failed is no part of it. */
const asSeen = (query: DehydratedState['queries'][number]) => ({
  ...query,
  state: { ...query.state, status: 'success' as const, error: null, fetchFailureReason: null, fetchFailureCount: 0 },
})

/** However young: what was changed in the second before the page was left had not been written down. */
const toAskAnew = (query: DehydratedState['queries'][number]) => ({ ...query, state: { ...query.state, isInvalidated: true } })

export function forgetWhatWasSeen(): Promise<void> {
  clearTimeout(scheduled)
  scheduled = undefined
  return clear(store)
}
