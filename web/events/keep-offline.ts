import type { QueryClient } from '@tanstack/react-query'
import { minute } from '../../domain/time/spans.ts'
import { eventById } from './queries.ts'

export const freshFor = 30 * minute

/** Only a service worker can show what is kept, so nothing is loaded for that before there is one. */
export const whenOfflineReady = (): Promise<unknown> => navigator.serviceWorker?.ready ?? new Promise(() => undefined)

/**
 * Loads a game, its page and its ticket before they are opened, because many courts have no network. The map is left out: it is large, and the
 * address and the directions say the way.
 */
export async function keepOffline(client: QueryClient, id: string): Promise<void> {
  await whenOfflineReady()
  await client.prefetchQuery({ ...eventById(id), staleTime: freshFor })
  await Promise.all([import('./page/event-page.tsx'), import('./dialogs.tsx'), import('./page/ticket-dialog.tsx')])
}
