import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { hour } from '../../domain/time/spans.ts'
import type { GeocodeRoutes } from '../../worker/geocode/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<GeocodeRoutes>('/api/geocode')
const minQueryLength = 3

/** Addresses that match the typed text. The search may go to another company's server, so we never retry it. */
export const addressSearch = (typed: string) => {
  const q = typed.trim().replace(/\s+/g, ' ').slice(0, 120)
  return queryOptions({
    queryKey: ['geocode', q.toLowerCase()],
    queryFn: ({ signal }) => readAnswer(client.index.$get({ query: { q } }, { init: { signal } })),
    enabled: q.length >= minQueryLength,
    staleTime: hour,
    retry: false,
  })
}
