import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SessionRoutes } from '../../worker/access/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<SessionRoutes>('/api/session')

/**
 * The signed-in user of this browser, or null. Every page starts with this data, so it never becomes stale by time. Code that
 * changes the user's data must update this query or invalidate it.
 */
export const currentSession = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
  staleTime: Number.POSITIVE_INFINITY,
})
