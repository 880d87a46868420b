import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { TeamRoutes } from '../../worker/teams/routes.ts'
import { sendConfirmed } from '../accounts/confirm-identity.ts'
import { awaitSuccess, keepalive, readAnswer } from '../api.ts'
import { refreshGames } from '../events/refresh-games.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'

const client = hc<TeamRoutes>('/api/teams')

export const ownTeams = infiniteQueryOptions({
  queryKey: ['teams', 'mine', 'list'],
  queryFn: ({ pageParam, signal }) => readAnswer(client.mine.$get({ query: fromCursor(pageParam) }, { init: { signal } })),
  ...keysetPages,
  meta: { offline: true },
})

/** After leaving a community, loads what depends on it again: games, season registrations and notification settings. */
export const refreshAfterLeaving = (queries: QueryClient) =>
  Promise.all([
    refreshGames(queries),
    queries.invalidateQueries({ queryKey: ['seasons'] }),
    queries.invalidateQueries({ queryKey: ['notifications', 'settings'] }),
  ])

/** The page hides the community while the request runs. If the server refuses, the community appears again with an error message. */
export const leavingFromList = mutationOptions({
  mutationKey: ['teams', 'leave'],
  mutationFn: ({ id }: { id: string; name: string }) => awaitSuccess(client[':id'].members.me.$delete({ param: { id } }, keepalive)),
  onSuccess: async (_done, { id, name }, _shown, { client: queries }) => {
    await queries.cancelQueries({ queryKey: ownTeams.queryKey })
    queries.setQueryData(
      ownTeams.queryKey,
      (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, teams: page.teams.filter((team) => team.id !== id) })) },
    )
    showSnackbar(`You have left ${name}.`)
  },
  onError: showFailure,
  onSettled: (_done, _error, _team, _shown, { client: queries }) => void refreshAfterLeaving(queries),
})

export const leavingTeam = mutationOptions({
  mutationFn: (id: string) => awaitSuccess(client[':id'].members.me.$delete({ param: { id } })),
})

/** After an offer to hand over a community was made, taken back or answered. */
const refreshHandOver = (queries: QueryClient) =>
  Promise.all([queries.invalidateQueries({ queryKey: ['teams'] }), queries.invalidateQueries({ queryKey: ['accounts', 'deletion'] })])

export const offeringTeam = mutationOptions({
  mutationFn: ({ id, to }: { id: string; to: string }) =>
    sendConfirmed(() => awaitSuccess(client[':id']['hand-over'].$post({ param: { id }, json: { to } }))),
  onSettled: (_done, _error, _team, _shown, { client: queries }) => refreshHandOver(queries),
})

export const takingBackTeam = mutationOptions({
  mutationFn: (id: string) => awaitSuccess(client[':id']['hand-over'].$delete({ param: { id } })),
  onSettled: (_done, _error, _team, _shown, { client: queries }) => refreshHandOver(queries),
})

export const answeringHandOver = mutationOptions({
  mutationFn: ({ id, isAccepted }: { id: string; isAccepted: boolean }) => {
    const offer = client[':id']['hand-over']
    return awaitSuccess(isAccepted ? offer.accept.$post({ param: { id } }) : offer.decline.$post({ param: { id } }))
  },
  onSettled: (_done, _error, _team, _shown, { client: queries }) => refreshHandOver(queries),
})

export const deletingTeam = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) =>
    sendConfirmed(() => awaitSuccess(client[':id'].$delete({ param: { id }, query: { name } }))),
})

/** Deleted communities that the viewer can bring back. */
export const deletedTeams = queryOptions({
  queryKey: ['teams', 'mine', 'deleted'],
  queryFn: async ({ signal }) => (await readAnswer(client.mine.deleted.$get({}, { init: { signal } }))).teams,
  staleTime: 60_000,
})

export const bringingTeamBack = mutationOptions({
  mutationFn: (id: string) => awaitSuccess(client[':id'].restore.$post({ param: { id } })),
  onSettled: (_done, _error, _id, _shown, { client: queries }) =>
    Promise.all([queries.invalidateQueries({ queryKey: ['teams'] }), queries.invalidateQueries({ queryKey: ['discover'] })]),
})
