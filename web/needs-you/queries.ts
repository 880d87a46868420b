import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { NeedsYouRoutes } from '../../worker/needs-you/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<NeedsYouRoutes>('/api/needs-you')

/** What waits for the viewer in their conversations. It is out of date whenever their list is. */
export const needsYouInMessages = queryOptions({
  queryKey: ['conversations', 'list', 'needs-you'],
  queryFn: async ({ signal }) => (await readAnswer(client.messages.$get({}, { init: { signal } }))).items,
  staleTime: 0,
})

/** What waits for the viewer. It is out of date whenever their communities are, and each time the page opens. */
export const needsYou = queryOptions({
  queryKey: ['teams', 'mine', 'needs-you'],
  queryFn: async ({ signal }) => (await readAnswer(client.index.$get({}, { init: { signal } }))).items,
  staleTime: 0,
})
