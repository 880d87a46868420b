import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { TeamFollow } from '../../domain/team-follows/contract.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import type { TeamFollowRoutes } from '../../worker/team-follows/routes.ts'
import { keepalive, readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { teamDetail } from '../teams/queries.ts'
import { showFailure } from '../ui/show-failure.ts'

const client = hc<TeamFollowRoutes>('/api/teams')

/** The communities that the viewer follows, the latest first. */
export const followedTeams = infiniteQueryOptions({
  queryKey: ['teams', 'followed'],
  queryFn: ({ pageParam, signal }) => readAnswer(client.followed.$get({ query: fromCursor(pageParam) }, { init: { signal } })),
  ...keysetPages,
  meta: { offline: true },
})

async function updateShownTeam(queries: QueryClient, id: string, change: (team: TeamDetail) => TeamDetail): Promise<void> {
  const { queryKey } = teamDetail(id)
  // An answer that is still on its way does not contain this change yet.
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, (team) => team && change(team))
}

const withFollowing = (isFollowing: boolean) => (team: TeamDetail) =>
  team.isFollowing === isFollowing ? team : { ...team, isFollowing, followers: Math.max(0, team.followers + (isFollowing ? 1 : -1)) }

/** Shows the change at once. If the server refuses, it is undone with an error message. */
export const followingTeam = (id: string) => {
  const mutationKey = ['teams', id, 'follow']
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: (isOn: boolean) => {
      const { follow } = client[':id']
      return readAnswer<TeamFollow>(isOn ? follow.$put({ param: { id } }, keepalive) : follow.$delete({ param: { id } }, keepalive))
    },
    onMutate: (isOn, { client: queries }) => updateShownTeam(queries, id, withFollowing(isOn)),
    onError: async (error, isOn, _, { client: queries }) => {
      await updateShownTeam(queries, id, withFollowing(!isOn))
      showFailure(error)
    },
    onSettled: (_data, _error, _isOn, _result, { client: queries }) => {
      // After several quick changes, only the last one loads the page and the list again.
      if (queries.isMutating({ mutationKey }) !== 1) return
      void queries.invalidateQueries({ queryKey: teamDetail(id).queryKey, exact: true })
      void queries.invalidateQueries({ queryKey: followedTeams.queryKey })
    },
  })
}
