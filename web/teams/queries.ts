import { mutationOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { TeamRoutes } from '../../worker/teams/routes.ts'
import { untilDone } from '../api.ts'

const client = hc<TeamRoutes>('/api/teams')

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
