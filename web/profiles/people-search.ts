import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { PeopleRoutes } from '../../worker/people/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<PeopleRoutes>('/api/people')

export const shortestSearch = 2

/** People whose name begins like what was typed. The last answer stays on screen while the next one is on its way. */
export const peopleSearch = (typed: string) => {
  const q = typed.trim().replace(/\s+/g, ' ').slice(0, 80)
  return queryOptions({
    queryKey: ['people', 'search', q.toLowerCase()],
    queryFn: ({ signal }) => readAnswer(client.index.$get({ query: { q } }, { init: { signal } })),
    enabled: q.length >= shortestSearch,
    placeholderData: keepPreviousData,
  })
}
