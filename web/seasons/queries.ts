import { infiniteQueryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SeasonRoutes } from '../../worker/seasons/routes.ts'
import { readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const client = hc<SeasonRoutes>('/api/seasons')

/** What I am registered for. It is shown at gates, where there may be no network. */
export const ownRegistrations = infiniteQueryOptions({
  queryKey: ['seasons', 'mine'],
  queryFn: ({ pageParam, signal }) => readAnswer(client.mine.$get({ query: fromCursor(pageParam) }, { init: { signal } })),
  ...keysetPages,
  meta: { offline: true },
})
