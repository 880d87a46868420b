import { QueryClient } from '@tanstack/react-query'
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

export const queryClient = new QueryClient({
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
