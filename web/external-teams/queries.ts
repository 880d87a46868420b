import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ChangeExternalTeam, CreateExternalTeam, ExternalTeam } from '../../domain/external-teams/contract.ts'
import type { ExternalTeamRoutes } from '../../worker/external-teams/routes.ts'
import { awaitSuccess, keepalive, readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'

const client = hc<ExternalTeamRoutes>('/api/external-teams')

/** While a job reads a calendar. */
const pollMs = 3000

export const externalTeams = queryOptions({
  queryKey: ['external-teams', 'list'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.teams.some(({ isFetching }) => isFetching) ? pollMs : false),
  meta: { offline: true },
})

export const externalGames = infiniteQueryOptions({
  queryKey: ['external-teams', 'games'],
  queryFn: ({ pageParam, signal }) => readAnswer(client.games.$get({ query: fromCursor(pageParam) }, { init: { signal } })),
  ...keysetPages,
  meta: { offline: true },
})

const refresh = (queries: QueryClient) => queries.invalidateQueries({ queryKey: ['external-teams'] })

export const creatingExternalTeam = mutationOptions({
  mutationFn: (json: CreateExternalTeam) => readAnswer(client.index.$post({ json })),
  onSuccess: (_team, _json, _shown, { client: queries }) => refresh(queries),
})

export const changingExternalTeam = mutationOptions({
  mutationFn: ({ id, ...json }: ChangeExternalTeam & { id: string }) => readAnswer(client[':id'].$put({ param: { id }, json })),
  onSuccess: (_team, _json, _shown, { client: queries }) => refresh(queries),
})

export const tryingExternalTeam = mutationOptions({
  mutationFn: (id: string) => readAnswer(client[':id'].fetch.$post({ param: { id } })),
  onError: showFailure,
  onSettled: (_team, _error, _id, _shown, { client: queries }) => refresh(queries),
})

/** The team disappears at once, and comes back if the server refuses or the person undoes it. */
export const removingExternalTeam = mutationOptions({
  mutationFn: ({ id }: Pick<ExternalTeam, 'id' | 'name'>) => awaitSuccess(client[':id'].$delete({ param: { id } }, keepalive)),
  onMutate: async ({ id }, { client: queries }) => {
    await queries.cancelQueries({ queryKey: externalTeams.queryKey })
    queries.setQueryData(externalTeams.queryKey, (list) => list && { teams: list.teams.filter((team) => team.id !== id) })
  },
  onSuccess: (_done, { id, name }, _shown, { client: queries }) => {
    showSnackbar(`${name} is removed.`, { duration: 5000, action: { label: 'Undo', onPress: () => void restore(queries, id) } })
  },
  onError: showFailure,
  onSettled: (_done, _error, _team, _shown, { client: queries }) => refresh(queries),
})

async function restore(queries: QueryClient, id: string): Promise<void> {
  try {
    const { name } = await readAnswer(client[':id'].restore.$post({ param: { id } }))
    showSnackbar(`${name} is back.`)
  } catch (error) {
    showFailure(error)
  }
  await refresh(queries)
}
