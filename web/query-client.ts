import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { withWayBack } from '../domain/access/rules.ts'
import { ApiError } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Kept on the device, to be seen again without a network. Of what differs with each letter typed, only the newest. */
      offline?: true | { newest: number }
    }
  }
}

const week = 7 * 24 * 60 * 60 * 1000

/**
 * The session ended meanwhile, on another device perhaps: the person signs in again and comes back here. What they typed
 * waits in its draft.
 */
function leaveForLogin(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'SignInRequired' || location.pathname === '/login') return
  location.assign(withWayBack('/login', location.pathname + location.search))
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveForLogin }),
  mutationCache: new MutationCache({ onError: leaveForLogin }),
  defaultOptions: {
    queries: {
      // What was seen is shown again at once, offline too; a failed request says so instead of waiting for a network.
      networkMode: 'always',
      gcTime: week,
      staleTime: 30_000,
      retry: (failures, error) => !(error instanceof ApiError && error.status < 500) && failures < 2,
    },
    mutations: { networkMode: 'always' },
  },
})
