import { infiniteQueryOptions, mutationOptions, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ConnectionState } from '../../domain/connections/contract.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import type { ConnectionRoutes, FollowRoutes } from '../../worker/connections/routes.ts'
import { evenIfLeft, readAnswer, untilDone } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { publicProfile } from '../profiles/queries.ts'
import { changeShown, withConnection, withFollowing } from '../profiles/shown-profile.ts'
import { sayFailure } from '../ui/say-failure.ts'

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

/** Whom a person follows, as it stands: not asked for yet, on its way, here, or failed with nothing to show. */
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

/** The last one of several quick changes asks how it stands now; an earlier one would bring back what is past. */
function refreshAfter(client: QueryClient, mutationKey: readonly string[], userId: string, list: string): void {
  if (client.isMutating({ mutationKey }) > 1) return
  void client.invalidateQueries({ queryKey: publicProfile(userId).queryKey })
  // The list someone is looking at keeps its rows, which say what became of them.
  void client.invalidateQueries({ queryKey: [list], refetchType: 'none' })
  // Games are also found by the hosts one follows.
  if (list === 'follows') void client.invalidateQueries({ queryKey: ['discover', 'events'], refetchType: 'none' })
}

/** Follows, or no longer. */
export const following = (userId: string) => {
  const mutationKey = ['follows', userId]
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: (isOn: boolean) =>
      readAnswer(
        isOn ? follows[':userId'].$put({ param: { userId } }, evenIfLeft) : follows[':userId'].$delete({ param: { userId } }, evenIfLeft),
      ),
    onMutate: (isOn, { client }) => changeShown(client, userId, withFollowing(isOn)),
    onError: async (error, isOn, _, { client }) => {
      await changeShown(client, userId, withFollowing(!isOn))
      sayFailure(error)
    },
    onSettled: (_data, _error, _isOn, _result, { client }) => refreshAfter(client, mutationKey, userId, 'follows'),
  })
}

const connectionKey = (userId: string) => ['connections', userId]

/** Asks to connect, or accepts what they asked. `from` is how the two stood. */
export const connecting = (userId: string) => {
  const mutationKey = connectionKey(userId)
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: (_: { from: ConnectionState | null }) => readAnswer(connections[':userId'].$put({ param: { userId } }, evenIfLeft)),
    onMutate: ({ from }, { client }) => changeShown(client, userId, withConnection(from === 'received' ? 'connected' : 'sent')),
    // Two who ask each other are connected: the answer may be more than was hoped for.
    onSuccess: ({ state }, _, _result, { client }) => changeShown(client, userId, withConnection(state)),
    onError: async (error, { from }, _, { client }) => {
      await changeShown(client, userId, withConnection(from))
      sayFailure(error)
    },
    onSettled: (_data, _error, _from, _result, { client }) => refreshAfter(client, mutationKey, userId, 'connections'),
  })
}

/** Withdraws, declines or removes. */
export const disconnecting = (userId: string) => {
  const mutationKey = connectionKey(userId)
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join(':') },
    mutationFn: (_: { from: ConnectionState | null }) => untilDone(connections[':userId'].$delete({ param: { userId } }, evenIfLeft)),
    onMutate: (_, { client }) => changeShown(client, userId, withConnection(null)),
    onError: async (error, { from }, _, { client }) => {
      await changeShown(client, userId, withConnection(from))
      sayFailure(error)
    },
    onSettled: (_data, _error, _from, _result, { client }) => refreshAfter(client, mutationKey, userId, 'connections'),
  })
}
