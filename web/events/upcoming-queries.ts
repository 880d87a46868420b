import { infiniteQueryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { EventRoutes } from '../../worker/events/routes.ts'
import { readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const client = hc<EventRoutes>('/api/events')

/** The next games that the viewer joined, waits for or hosts. */
export const upcomingGames = infiniteQueryOptions({
  queryKey: ['events', 'mine', 'upcoming'],
  queryFn: ({ pageParam, signal }) =>
    readAnswer(client.mine.$get({ query: { when: 'upcoming', ...fromCursor(pageParam) } }, { init: { signal } })),
  ...keysetPages,
  staleTime: 0,
})
