import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { hour } from '../../domain/time/spans.ts'
import type { GeocodeRoutes } from '../../worker/geocode/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<GeocodeRoutes>('/api/geocode')
const shortest = 3

/** Addresses that what was typed may mean. The question may go out to someone else's server, so it is asked once. */
export const placeSearch = (typed: string) => {
  const q = typed.trim().replace(/\s+/g, ' ').slice(0, 120)
  return queryOptions({
    queryKey: ['geocode', q.toLowerCase()],
    queryFn: ({ signal }) => readAnswer(client.index.$get({ query: { q } }, { init: { signal } })),
    enabled: q.length >= shortest,
    staleTime: hour,
    retry: false,
  })
}
