import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { Rematch } from '../../domain/events/rematch-contract.ts'
import type { RematchRoutes } from '../../worker/events/rematch-routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'

const client = hc<RematchRoutes>('/api/events')

/** The next game of the same people, and whether the viewer can ask for one. */
export const rematchOf = (id: string) =>
  queryOptions({
    queryKey: ['events', id, 'rematch'],
    queryFn: ({ signal }) => readAnswer<Rematch>(client[':id'].rematch.$get({ param: { id } }, { init: { signal } })),
  })

export const askingForRematch = (id: string) =>
  mutationOptions({
    mutationFn: () => awaitSuccess(client[':id'].rematch.$post({ param: { id } })),
    onSuccess: (_answer, _sent, _result, { client: queries }) =>
      queries.setQueryData(rematchOf(id).queryKey, (rematch) => rematch && { ...rematch, ask: 'asked' as const }),
  })
