import { infiniteQueryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SeasonRoutes } from '../../worker/seasons/routes.ts'
import { readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const client = hc<SeasonRoutes>('/api/seasons')

/** The viewer's season registrations. They are kept for offline use, because people show them at places without a network. */
export const ownRegistrations = infiniteQueryOptions({
  queryKey: ['seasons', 'mine'],
  queryFn: ({ pageParam, signal }) => readAnswer(client.mine.$get({ query: fromCursor(pageParam) }, { init: { signal } })),
  ...keysetPages,
  meta: { offline: true },
})
