import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { LatLng } from '../../domain/geo/contract.ts'
import { maxSearchLength } from '../../domain/search/contract.ts'
import type { SearchRoutes } from '../../worker/search/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<SearchRoutes>('/api/search')

/** How long we wait after a key, in milliseconds. */
export const pauseBeforeSearch = 180

/** The search by name. The last results stay on screen while the next ones load. */
export const fullSearch = (typed: string, near: LatLng | null) => {
  const q = typed.trim().replace(/\s+/g, ' ').slice(0, maxSearchLength)
  return queryOptions({
    queryKey: ['search', q.toLowerCase(), ...(near ? [near.lat, near.lng] : [])],
    queryFn: ({ signal }) =>
      readAnswer(client.index.$get({ query: { q, ...(near && { lat: String(near.lat), lng: String(near.lng) }) } }, { init: { signal } })),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    meta: { offline: { newest: 20 } },
  })
}
