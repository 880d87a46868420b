import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { HomeRoutes } from '../../worker/home/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<HomeRoutes>('/api/home')

export const homeAlerts = queryOptions({
  queryKey: ['home', 'alerts'],
  queryFn: ({ signal }) => readAnswer(client.alerts.$get({}, { init: { signal } })),
  // Whoever comes back from doing one of them sees it gone.
  staleTime: 0,
})
