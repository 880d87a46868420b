import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { TeamRoutes } from '../../worker/teams/routes.ts'
import { ApiError, readAnswer, untilDone } from '../api.ts'

const client = hc<TeamRoutes>('/api/teams')

/** What anyone may know of a community; null where there is none, or no longer. */
export const teamById = (id: string) =>
  queryOptions({
    queryKey: ['teams', id],
    queryFn: ({ signal }) =>
      readAnswer(client[':id'].$get({ param: { id } }, { init: { signal } })).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'NotFound') return null
        throw error
      }),
    staleTime: 60_000,
    meta: { offline: { newest: 10 } },
  })

export const leavingTeam = mutationOptions({
  mutationFn: (id: string) => untilDone(client[':id'].members.me.$delete({ param: { id } })),
})

/** First the new owner, then the way out: whoever is only half through is an organizer and can still leave. */
export const handingOverAndLeaving = mutationOptions({
  mutationFn: async ({ id, to }: { id: string; to: string }) => {
    await untilDone(client[':id']['hand-over'].$post({ param: { id }, json: { to } }))
    await untilDone(client[':id'].members.me.$delete({ param: { id } }))
  },
})

export const deletingTeam = mutationOptions({
  mutationFn: (id: string) => untilDone(client[':id'].$delete({ param: { id } })),
})
