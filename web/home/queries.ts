import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { HomeRoutes } from '../../worker/home/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<HomeRoutes>('/api/home')

/** The viewer's next games. Always loaded again, because they may have joined or left a game meanwhile. */
export const homeUpcoming = queryOptions({
  queryKey: ['home', 'upcoming'],
  queryFn: ({ signal }) => readAnswer(client.upcoming.$get({}, { init: { signal } })),
  staleTime: 0,
  meta: { offline: true },
})

export const homeNearby = queryOptions({
  queryKey: ['home', 'nearby'],
  queryFn: ({ signal }) => readAnswer(client.nearby.$get({}, { init: { signal } })),
  meta: { offline: true },
})

export const openSetupTasks = queryOptions({
  queryKey: ['home', 'setup-tasks'],
  queryFn: ({ signal }) => readAnswer(client['setup-tasks'].$get({}, { init: { signal } })),
  // The list must be fresh when the user comes back from a task they just finished.
  staleTime: 0,
})
