import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { freshFor, keepOffline, whenOfflineReady } from '../events/keep-offline.ts'
import { homeUpcoming } from './queries.ts'

/** Not if it was loaded lately, because every page that is opened asks for it. */
async function loadUpcoming(queries: QueryClient): Promise<void> {
  await whenOfflineReady()
  const loadedAt = queries.getQueryState(homeUpcoming.queryKey)?.dataUpdatedAt ?? 0
  if (Date.now() - loadedAt > freshFor) await queries.prefetchQuery(homeUpcoming)
}

/**
 * Keeps the viewer's next game on the device, whichever page they open. A new release drops what was kept once it
 * has opened with the server, and not everybody comes to home before their next game.
 */
export function KeepNextGame() {
  const queries = useQueryClient()
  const nextId = useQuery({ ...homeUpcoming, enabled: false }).data?.events[0]?.id
  useEffect(() => {
    void loadUpcoming(queries)
  }, [queries])
  useEffect(() => {
    // What cannot be loaded now is loaded when the page of the game opens.
    if (nextId !== undefined) keepOffline(queries, nextId).catch(() => undefined)
  }, [queries, nextId])
  return null
}
