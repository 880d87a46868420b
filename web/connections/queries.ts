import { infiniteQueryOptions, mutationOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ConnectionState } from '../../domain/connections/contract.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import type { ConnectionRoutes, FollowRoutes } from '../../worker/connections/routes.ts'
import { awaitSuccess, keepalive, readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { publicProfile } from '../profiles/queries.ts'
import { changeShownProfile, withConnection, withFollowing } from '../profiles/shown-profile.ts'
import { showFailure } from '../ui/show-failure.ts'

const connections = hc<ConnectionRoutes>('/api/connections')
const follows = hc<FollowRoutes>('/api/follows')

export const connectionList = (state: ConnectionState) =>
  infiniteQueryOptions({
    queryKey: ['connections', state],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(connections.index.$get({ query: { state, ...fromCursor(pageParam) } }, { init: { signal } })),
    ...keysetPages,
    meta: { offline: true },
  })

const followedList = infiniteQueryOptions({
  queryKey: ['follows'],
  queryFn: ({ pageParam, signal }) => readAnswer(follows.index.$get({ query: fromCursor(pageParam) }, { init: { signal } })),
  ...keysetPages,
  meta: { offline: true },
})

export type Favorites = {
  userId: string
  favorites: readonly Face[]
  state: 'Pending' | 'Loading' | 'Success' | 'Error'
  error: unknown
}

/** The people a user follows. `state` tells whether the list is not requested yet, loading, loaded, or failed with nothing to show. */
export function useFavorites(userId: string) {
  const query = useInfiniteQuery(followedList)
  const { data, status, fetchStatus, error } = query
  const states = {
    pending: fetchStatus === 'fetching' ? 'Loading' : 'Pending',
    success: 'Success',
    error: data ? 'Success' : 'Error',
  } as const
  const favorites: Favorites = {
    userId,
    favorites: data?.pages.flatMap(({ people }) => people) ?? [],
    state: states[status],
    error: data ? null : error,
  }
  return { favorites, query }
}

/** If there are several quick changes, only the last one reloads the data. An earlier reload could show an outdated state. */
function refreshAfter(client: QueryClient, mutationKey: readonly string[], userId: string, list: string): void {
  if (client.isMutating({ mutationKey }) > 1) return
  void client.invalidateQueries({ queryKey: publicProfile(userId).queryKey })
  // An open list is not reloaded, so that its rows stay and show what happened to each request.
  void client.invalidateQueries({ queryKey: [list], refetchType: 'none' })
  // Game searches also depend on the hosts that the user follows.
  if (list === 'follows') void client.invalidateQueries({ queryKey: ['discover'], refetchType: 'none' })
}

/** Follows a person, or stops following them. */
export const following = (userId: string) => {
  const mutationKey = ['follows', userId]
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: (isOn: boolean) =>
      readAnswer(
        isOn ? follows[':userId'].$put({ param: { userId } }, keepalive) : follows[':userId'].$delete({ param: { userId } }, keepalive),
      ),
    onMutate: (isOn, { client }) => changeShownProfile(client, userId, withFollowing(isOn)),
    onError: async (error, isOn, _, { client }) => {
      await changeShownProfile(client, userId, withFollowing(!isOn))
      showFailure(error)
    },
    onSettled: (_data, _error, _isOn, _result, { client }) => refreshAfter(client, mutationKey, userId, 'follows'),
  })
}

const connectionKey = (userId: string) => ['connections', userId]

/** Sends a connection request, or accepts the one received. `from` is the connection state before this change. */
export const connecting = (userId: string) => {
  const mutationKey = connectionKey(userId)
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: ({ note = '' }: { from: ConnectionState | null; note?: string }) =>
      readAnswer(connections[':userId'].$put({ param: { userId }, json: { note } }, keepalive)),
    onMutate: ({ from }, { client }) => changeShownProfile(client, userId, withConnection(from === 'received' ? 'connected' : 'sent')),
    // If the other person has sent a request at the same time, the two are connected at once.
    onSuccess: ({ state }, _, _result, { client }) => changeShownProfile(client, userId, withConnection(state)),
    onError: async (error, { from }, _, { client }) => {
      await changeShownProfile(client, userId, withConnection(from))
      showFailure(error)
    },
    onSettled: (_data, _error, _from, _result, { client }) => refreshAfter(client, mutationKey, userId, 'connections'),
  })
}

/** Withdraws a sent request, declines a received request, or removes a connection. */
export const disconnecting = (userId: string) => {
  const mutationKey = connectionKey(userId)
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: (_: { from: ConnectionState | null }) => awaitSuccess(connections[':userId'].$delete({ param: { userId } }, keepalive)),
    onMutate: (_, { client }) => changeShownProfile(client, userId, withConnection(null)),
    onError: async (error, { from }, _, { client }) => {
      await changeShownProfile(client, userId, withConnection(from))
      showFailure(error)
    },
    onSettled: (_data, _error, _from, _result, { client }) => refreshAfter(client, mutationKey, userId, 'connections'),
  })
}
