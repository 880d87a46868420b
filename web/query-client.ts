import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { day } from '../domain/time/spans.ts'
import { currentSession } from './access/queries.ts'
import { showSignedOut } from './accounts/signed-out.ts'
import { ApiError } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Kept on the device, to be seen again without a network. Of what differs with each letter typed, only the newest. */
      offline?: true | { newest: number }
    }
  }
}

const week = 7 * day

function noticeSignedOut(error: unknown): void {
  const isLate = error instanceof ApiError && error.code === 'SignInRequired'
  if (isLate && queryClient.getQueryData(currentSession.queryKey)?.viewer) showSignedOut()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignedOut }),
  mutationCache: new MutationCache({ onError: noticeSignedOut }),
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
