import { type DehydratedState, dehydrate, hydrate } from '@tanstack/react-query'
import { createStore, get, set } from 'idb-keyval'
import { queryClient } from './query-client.ts'

type Kept = { at: number; build: string; state: DehydratedState }

const store = createStore('gather', 'seen')
const entry = 'queries'
const week = 7 * 24 * 60 * 60 * 1000
const writeEvery = 1000

/** Brings back what was seen before and keeps what is seen from now on, for queries that say `meta: { offline: true }`. */
export async function keepWhatIsSeen(): Promise<void> {
  const kept = await get<Kept>(entry, store)
  // Another release may expect other shapes.
  if (kept && kept.build === __BUILD_ID__ && Date.now() - kept.at < week) hydrate(queryClient, kept.state)
  let isScheduled = false
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (isScheduled || (type !== 'updated' && type !== 'removed')) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      const state = dehydrate(queryClient, {
        shouldDehydrateQuery: (query) => query.meta?.offline === true && query.state.status === 'success',
        shouldDehydrateMutation: () => false,
      })
      void set(entry, { at: Date.now(), build: __BUILD_ID__, state } satisfies Kept, store)
    }, writeEvery)
  })
}
