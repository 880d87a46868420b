import { type InfiniteData, infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { BlockPage, BlockPeople, ChangePrivacy } from '../../domain/privacy/contract.ts'
import type { PrivacyRoutes } from '../../worker/privacy/routes.ts'
import { evenIfLeft, readAnswer, untilDone } from '../api.ts'
import { refreshGames } from '../events/refresh-games.ts'

const client = hc<PrivacyRoutes>('/api/privacy')

export const privacySettings = queryOptions({
  queryKey: ['privacy', 'switches'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
  // Another tab may have toggled one since.
  staleTime: 0,
})

/** One after the other, so that what was toggled last is what stays. */
export const changingPrivacy = mutationOptions({
  mutationFn: (json: ChangePrivacy) => readAnswer(client.index.$patch({ json }, evenIfLeft)),
  onSuccess: (answer, _changes, _shown, { client: cache }) => cache.setQueryData(privacySettings.queryKey, answer),
  scope: { id: 'privacy' },
})

export const blocklist = infiniteQueryOptions({
  queryKey: ['privacy', 'blocks'],
  queryFn: ({ signal, pageParam }) =>
    readAnswer(client.blocks.$get({ query: pageParam === null ? {} : { cursor: pageParam } }, { init: { signal } })),
  staleTime: 0,
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})

/** What shows who is blocked, or leaves them out: lists of people, and games that they run or come to. */
const refreshAfterBlock = (cache: QueryClient) =>
  Promise.all([
    refreshGames(cache),
    ...['user-lists', 'people', 'connections', 'follows', 'presence', 'notifications'].map((feature) =>
      cache.invalidateQueries({ queryKey: [feature] }),
    ),
    cache.invalidateQueries({ queryKey: blocklist.queryKey }),
  ])

export const blocking = mutationOptions({
  mutationFn: (json: BlockPeople) => readAnswer(client.blocks.$post({ json })),
  onSuccess: async (_answer, _json, _shown, { client: cache }) => void (await refreshAfterBlock(cache)),
})

const without = (list: InfiniteData<BlockPage> | undefined, id: string) =>
  list && { ...list, pages: list.pages.map((page) => ({ ...page, blocklist: page.blocklist.filter((entry) => entry.id !== id) })) }

/** The entry is gone at once, and comes back when the server refuses. */
export const unblocking = mutationOptions({
  mutationFn: (id: string) => untilDone(client.blocks[':id'].$delete({ param: { id } }, evenIfLeft)),
  onMutate: async (id, { client: cache }) => {
    await cache.cancelQueries({ queryKey: blocklist.queryKey })
    const before = cache.getQueryData(blocklist.queryKey)
    cache.setQueryData(blocklist.queryKey, (list) => without(list, id))
    return { before }
  },
  onError: (_error, _id, shown, { client: cache }) => cache.setQueryData(blocklist.queryKey, shown?.before),
  onSettled: (_answer, _error, _id, _shown, { client: cache }) => void refreshAfterBlock(cache),
})
