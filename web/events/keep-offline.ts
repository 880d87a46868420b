import type { QueryClient } from '@tanstack/react-query'
import { minute } from '../../domain/time/spans.ts'
import { eventById } from './queries.ts'

const freshFor = 30 * minute

/**
 * Loads a game, its page and its ticket before they are opened, because many courts have no network. The map is left out: it is large, and the
 * address and the directions say the way. Only a service worker can show them then, so nothing is loaded before there is one.
 */
export async function keepOffline(client: QueryClient, id: string): Promise<void> {
  await (navigator.serviceWorker?.ready ?? new Promise(() => undefined))
  await client.prefetchQuery({ ...eventById(id), staleTime: freshFor })
  await Promise.all([import('./page/event-page.tsx'), import('./dialogs.tsx'), import('./page/ticket-dialog.tsx')])
}
