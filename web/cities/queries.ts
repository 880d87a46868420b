import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { cityKey } from '../../domain/cities/keys.ts'
import { day } from '../../domain/time/spans.ts'
import type { CityRoutes } from '../../worker/cities/routes.ts'
import { readAnswer } from '../api.ts'
import { keyedQuery } from '../keyed-query.ts'

const client = hc<CityRoutes>('/api/cities')

/** Cities that match the typed text. The last results stay on screen while the next ones load. */
export const citySearch = (typed: string) => {
  const q = typed.trim().replace(/\s+/g, ' ').slice(0, 80)
  return queryOptions({
    queryKey: ['cities', 'search', q.toLowerCase()],
    queryFn: ({ signal }) => readAnswer(client.index.$get({ query: { q } }, { init: { signal } })),
    enabled: q !== '',
    staleTime: day,
    placeholderData: keepPreviousData,
    meta: { offline: { newest: 50 } },
  })
}

export const cityById = (id: number) =>
  keyedQuery({
    queryKey: cityKey(id),
    queryFn: ({ signal }) => readAnswer(client[':id'].$get({ param: { id: String(id) } }, { init: { signal } })),
    staleTime: day,
    meta: { offline: true },
  })
