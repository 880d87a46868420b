import { keepPreviousData } from '@tanstack/react-query'
import { hc, type InferRequestType } from 'hono/client'
import { discoveredEventsKey } from '../../domain/discover/keys.ts'
import type { DiscoverRoutes } from '../../worker/discover/routes.ts'
import { readAnswer } from '../api.ts'
import { keyedPages } from '../keyed-query.ts'
import { fromCursor, keysetPages } from '../keyset.ts'

const client = hc<DiscoverRoutes>('/api/discover')

type EventsQuery = InferRequestType<typeof client.events.$get>['query']

/** Games, by the text of `writeDiscoverState`. The last results stay on screen while the next ones load. */
export const discoveredEvents = (search: string) =>
  keyedPages({
    queryKey: discoveredEventsKey(search),
    queryFn: ({ pageParam, signal }) => {
      const query = { ...Object.fromEntries(new URLSearchParams(search)), ...fromCursor(pageParam) } as EventsQuery
      return readAnswer(client.events.$get({ query }, { init: { signal } }))
    },
    ...keysetPages,
    placeholderData: keepPreviousData,
    meta: { offline: { newest: 10 } },
  })
