import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { currentSession } from './access/queries.ts'
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
 * The session ended meanwhile, on another device perhaps. Loaded anew, a guarded page leads to Login and back; what the
 * person typed waits in its draft.
 */
function showSignedOut(error: unknown): void {
  const isLate = error instanceof ApiError && error.code === 'SignInRequired'
  if (isLate && queryClient.getQueryData(currentSession.queryKey)?.viewer) location.reload()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: showSignedOut }),
  mutationCache: new MutationCache({ onError: showSignedOut }),
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
