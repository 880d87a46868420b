import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ConfigRoutes } from '../../worker/config/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<ConfigRoutes>('/api/config')

/** The features that are switched on, and the operator's notice. Every page starts with this data; returning to the tab reloads it. */
export const currentConfig = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
})
