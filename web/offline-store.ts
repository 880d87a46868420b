import { type DehydratedState, dehydrate, hydrate } from '@tanstack/react-query'
import { clear, createStore, delMany, get, keys, set } from 'idb-keyval'
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
        shouldDehydrateQuery: ({ meta, state }) => Boolean(meta?.offline) && state.status === 'success',
        shouldDehydrateMutation: () => false,
      })
      const entry: Kept = { build: __BUILD_ID__, state: { ...state, queries: chooseSeen(queries, Date.now()) } }
      // The device is full, or the browser took the database away: then this is not there offline, and all else goes on.
      set(viewer, entry, store).catch(() => undefined)
    }, writeEvery)
  })
}

/** However young: what was changed in the second before the page was left had not been written down. */
const toAskAnew = (query: DehydratedState['queries'][number]) => ({ ...query, state: { ...query.state, isInvalidated: true } })

export function forgetWhatWasSeen(): Promise<void> {
  clearTimeout(scheduled)
  scheduled = undefined
  return clear(store)
}
