import { type DehydratedState, dehydrate, hydrate, type Query } from '@tanstack/react-query'
import { clear, delMany, get, keys, set } from 'idb-keyval'
import { ownerOf, deviceStore as store } from './device-store.ts'
import { isRefused } from './drop-refused.ts'
import { queryClient } from './query-client.ts'
import { selectOfflineQueries } from './select-offline-queries.ts'

type SavedState = { build: string; state: DehydratedState }

/** The oldest build whose data is saved. */
let savedBuild = __BUILD_ID__

const writeIntervalMs = 1000

let writeTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Restores the data that this viewer has seen before, and saves data from now on. This applies to queries with `meta: { offline: … }`.
 * `isOffline` means that the app was opened without the server.
 */
export async function startOfflineStore(viewer: string, { isOffline = false } = {}): Promise<void> {
  const otherViewers = (await keys<string>(store)).filter((entry) => ownerOf(entry) !== viewer)
  if (otherViewers.length > 0) await delMany(otherViewers, store)
  const saved = await get<SavedState>(viewer, store)
  // Another build may have saved data of another shape. Without the server it is still better than nothing: a page that cannot show it says
  // so, and the next start with the server drops it.
  const isUsed = saved && (saved.build === __BUILD_ID__ || isOffline)
  savedBuild = isUsed ? saved.build : __BUILD_ID__
  if (isUsed) hydrate(queryClient, { ...saved.state, queries: selectOfflineQueries(saved.state.queries, Date.now()).map(asStale) })
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' && type !== 'removed') return
    // What the viewer may no longer see must not come back, even if they close the page within the next second.
    if (query.meta?.offline && isRefused(query.state.error)) writeNow(viewer)
    else writeTimer ??= setTimeout(() => writeNow(viewer), writeIntervalMs)
  })
}

function writeNow(viewer: string): void {
  clearTimeout(writeTimer)
  writeTimer = undefined
  const { queries, ...state } = dehydrate(queryClient, {
    shouldDehydrateQuery: shouldSave,
    shouldDehydrateMutation: () => false,
  })
  const entry: SavedState = {
    build: savedBuild,
    state: { ...state, queries: selectOfflineQueries(queries, Date.now()).map(withoutError) },
  }
  // The device is full, or the browser deleted the database. The app works, but this data is not available offline.
  set(viewer, entry, store).catch(() => undefined)
}

/** Data stays saved if a reload fails without a network. If the server refuses to show it again, the query has no data left. */
const shouldSave = ({ meta, state }: Query) => Boolean(meta?.offline) && state.data !== undefined

/** The query as it was when it last succeeded, without the error of a later reload. */
const withoutError = (query: DehydratedState['queries'][number]) => ({
  ...query,
  state: { ...query.state, status: 'success' as const, error: null, fetchFailureReason: null, fetchFailureCount: 0 },
})

/** Restored data is always stale, because changes in the last second before the user left the page may not have been saved. */
const asStale = (query: DehydratedState['queries'][number]) => ({ ...query, state: { ...query.state, isInvalidated: true } })

export function clearOfflineStore(): Promise<void> {
  clearTimeout(writeTimer)
  writeTimer = undefined
  return clear(store)
}
