import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ConfigRoutes } from '../../worker/config/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<ConfigRoutes>('/api/config')

/** What is switched on, and what the operator has to say. Every page begins with it; coming back to the tab asks again. */
export const currentConfig = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
})
