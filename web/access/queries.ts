import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SessionRoutes } from '../../worker/access/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<SessionRoutes>('/api/session')

/**
 * Who is signed in here. Every page begins with it, and it is asked for again only when something about the person
 * changed: whoever changes it puts in what is new, or invalidates it.
 */
export const currentSession = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
  staleTime: Number.POSITIVE_INFINITY,
})
