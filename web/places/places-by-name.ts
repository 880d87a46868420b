import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { LatLng } from '../../domain/geo/contract.ts'
import type { PlaceRoutes } from '../../worker/places/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<PlaceRoutes>('/api/places')
const minQueryLength = 2

/** Places anywhere with words that start with the typed words. With `around`, the nearest come first. */
export const placesByName = (typed: string, around: LatLng | null) => {
  const q = typed.trim().replace(/\s+/g, ' ').slice(0, 120).toLowerCase()
  const query = { q, ...(around && { lat: String(around.lat), lng: String(around.lng) }) }
  return queryOptions({
    queryKey: ['places', 'named', query],
    queryFn: ({ signal }) => readAnswer(client.named.$get({ query }, { init: { signal } })),
    enabled: q.length >= minQueryLength,
  })
}
