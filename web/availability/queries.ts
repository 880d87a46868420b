import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { SaveAvailability } from '../../domain/availability/contract.ts'
import type { AvailabilityRoutes } from '../../worker/availability/routes.ts'
import { readAnswer } from '../api.ts'

const client = hc<AvailabilityRoutes>('/api/availability')

export const myAvailability = queryOptions({
  queryKey: ['availability', 'mine'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
  // The copy on the device may be older than the last save, so we show it and fetch the hours again.
  staleTime: 0,
  meta: { offline: true },
})

export const saveAvailability = (json: SaveAvailability) => readAnswer(client.index.$put({ json }))
