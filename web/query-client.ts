import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { day } from '../domain/time/spans.ts'
import { currentSession } from './access/queries.ts'
import { reloadSignedOut } from './accounts/session-end.ts'
import { ApiError } from './api.ts'
import { dropRefused, isRefused, reloadTeam } from './drop-refused.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * Saves the data on the device for offline use. `newest` limits how many results of such a query are kept, for example of a
       * search.
       */
      offline?: true | { newest: number }
    }
  }
}

const week = 7 * day

function reloadIfSignedOut(error: unknown): void {
  const isSignedOut = error instanceof ApiError && error.code === 'SignInRequired'
  if (isSignedOut && queryClient.getQueryData(currentSession.queryKey)?.viewer) reloadSignedOut()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      reloadIfSignedOut(error)
      if (isRefused(error)) dropRefused(queryClient, query)
      reloadTeam(queryClient, error, query)
    },
  }),
  mutationCache: new MutationCache({ onError: reloadIfSignedOut }),
  defaultOptions: {
    queries: {
      // Cached data is shown at once, also offline. A request without a network fails instead of waiting for the network.
      networkMode: 'always',
      gcTime: week,
      staleTime: 30_000,
      retry: (failures, error) => !(error instanceof ApiError && error.status < 500) && failures < 2,
    },
    mutations: { networkMode: 'always' },
  },
})
