import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { PeopleRoutes } from '../../worker/people/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<PeopleRoutes>('/api/people')

export const minSearchLength = 2

/** People whose name starts with the typed text. The previous result stays on screen while the next one loads. */
export const searchPeople = (typed: string) => {
  const q = typed.trim().replace(/\s+/g, ' ').slice(0, 80)
  return queryOptions({
    queryKey: ['people', 'search', q.toLowerCase()],
    queryFn: ({ signal }) => readAnswer(client.index.$get({ query: { q } }, { init: { signal } })),
    enabled: q.length >= minSearchLength,
    placeholderData: keepPreviousData,
  })
}
