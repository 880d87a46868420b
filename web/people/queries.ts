import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ConnectionState } from '../../domain/connections/contract.ts'
import type { NearPlayers } from '../../domain/people/contract.ts'
import type { PeopleRoutes } from '../../worker/people/routes.ts'
import { readAnswer } from '../api.ts'
import { queryClient } from '../query-client.ts'

const client = hc<PeopleRoutes>('/api/people')
const nearKey = ['people', 'near']

type Asked = { activity?: string | null; limit?: number }

/** Who plays near me what I play, the likeliest partners first. */
export const nearPlayers = ({ activity = null, limit }: Asked = {}) =>
  queryOptions({
    queryKey: [...nearKey, { activity, limit: limit ?? null }],
    queryFn: ({ signal }) => {
      const query = { ...(activity === null ? {} : { activity }), ...(limit === undefined ? {} : { limit: String(limit) }) }
      return readAnswer(client.near.$get({ query }, { init: { signal } }))
    },
    // What was switched on in the settings counts at once.
    staleTime: 0,
  })

/** How we stand now, in every list they stand in: nobody jumps to another place by it. */
export function markConnection(userId: string, connection: ConnectionState | null): void {
  queryClient.setQueriesData<NearPlayers>(
    { queryKey: nearKey },
    (shown) =>
      shown && {
        ...shown,
        players: shown.players.map((player) => (player.person.id === userId ? { ...player, connection } : player)),
      },
  )
}
