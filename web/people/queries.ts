import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ConnectionState } from '../../domain/connections/contract.ts'
import type { NearPlayers } from '../../domain/people/contract.ts'
import type { PeopleRoutes } from '../../worker/people/routes.ts'
import { readAnswer } from '../api.ts'
import { queryClient } from '../query-client.ts'

const client = hc<PeopleRoutes>('/api/people')
const nearKey = ['people', 'near']

type NearPlayersFilter = { activity?: string | null; limit?: number }

/** Players nearby who share the user's sports, with the best matches first. */
export const nearPlayers = ({ activity = null, limit }: NearPlayersFilter = {}) =>
  queryOptions({
    queryKey: [...nearKey, { activity, limit: limit ?? null }],
    queryFn: ({ signal }) => {
      const query = { ...(activity === null ? {} : { activity }), ...(limit === undefined ? {} : { limit: String(limit) }) }
      return readAnswer(client.near.$get({ query }, { init: { signal } }))
    },
    // A change of the sports in the settings must show at once.
    staleTime: 0,
  })

/** Updates the connection state of a person in every loaded list, without changing the order of the rows. */
export function markConnection(userId: string, connection: ConnectionState | null): void {
  queryClient.setQueriesData<NearPlayers>(
    { queryKey: nearKey },
    (cached) =>
      cached && {
        ...cached,
        players: cached.players.map((player) => (player.person.id === userId ? { ...player, connection } : player)),
      },
  )
}
