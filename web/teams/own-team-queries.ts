import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { TeamRoutes } from '../../worker/teams/routes.ts'
import { evenIfLeft, readAnswer, untilDone } from '../api.ts'
import { refreshGames } from '../events/refresh-games.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { sayFailure } from '../ui/say-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'

const client = hc<TeamRoutes>('/api/teams')

export const ownTeams = infiniteQueryOptions({
  queryKey: ['teams', 'mine', 'list'],
  queryFn: ({ pageParam, signal }) => readAnswer(client.mine.$get({ query: fromCursor(pageParam) }, { init: { signal } })),
  ...keysetPages,
  meta: { offline: true },
})

/** What goes by the communities one is in: their games, the seasons one is registered for, and what one is told of. */
export const refreshAfterLeaving = (queries: QueryClient) =>
  Promise.all([
    refreshGames(queries),
    queries.invalidateQueries({ queryKey: ['seasons'] }),
    queries.invalidateQueries({ queryKey: ['notifications', 'settings'] }),
  ])

/** The screen leaves out what is on its way: it goes at once, and is back with a reason should the server refuse. */
export const leavingFromList = mutationOptions({
  mutationKey: ['teams', 'leave'],
  mutationFn: ({ id }: { id: string; name: string }) => untilDone(client[':id'].members.me.$delete({ param: { id } }, evenIfLeft)),
  onSuccess: async (_done, { id, name }, _shown, { client: queries }) => {
    await queries.cancelQueries({ queryKey: ownTeams.queryKey })
    queries.setQueryData(
      ownTeams.queryKey,
      (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, teams: page.teams.filter((team) => team.id !== id) })) },
    )
    showSnackbar(`You have left ${name}.`)
  },
  onError: sayFailure,
  onSettled: (_done, _error, _team, _shown, { client: queries }) => void refreshAfterLeaving(queries),
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
