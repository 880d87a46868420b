import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { HomeRoutes } from '../../worker/home/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<HomeRoutes>('/api/home')

/** Whoever joined or left a game meanwhile sees it here. */
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

export const homeAlerts = queryOptions({
  queryKey: ['home', 'alerts'],
  queryFn: ({ signal }) => readAnswer(client.alerts.$get({}, { init: { signal } })),
  // Whoever comes back from doing one of them sees it gone.
  staleTime: 0,
})
