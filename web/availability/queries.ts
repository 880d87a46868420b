import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SaveAvailability } from '../../domain/availability/contract.ts'
import type { AvailabilityRoutes } from '../../worker/availability/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<AvailabilityRoutes>('/api/availability')

export const myAvailability = queryOptions({
  queryKey: ['availability', 'mine'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
  // What this device kept from an earlier look may be older than what was saved a moment ago: it is shown, and asked anew.
  staleTime: 0,
  meta: { offline: true },
})

export const savingAvailability = mutationOptions({
  mutationFn: (json: SaveAvailability) => readAnswer(client.index.$put({ json })),
})
