import { type InfiniteData, infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { BlockPage, BlockPeople, ChangePrivacy } from '../../domain/privacy/contract.ts'
import type { PrivacyRoutes } from '../../worker/privacy/routes.ts'
import { awaitSuccess, keepalive, readAnswer } from '../api.ts'
import { refreshGames } from '../events/refresh-games.ts'

const client = hc<PrivacyRoutes>('/api/privacy')

export const privacySettings = queryOptions({
  queryKey: ['privacy', 'switches'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
  // Another tab may have changed a switch since.
  staleTime: 0,
})

/** The requests are sent one after another, so that the last change wins. */
export const changingPrivacy = mutationOptions({
  mutationFn: (json: ChangePrivacy) => readAnswer(client.index.$patch({ json }, keepalive)),
  onSuccess: (answer, _changes, _context, { client: cache }) => cache.setQueryData(privacySettings.queryKey, answer),
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

/** Reloads everything that shows or hides blocked people: lists of people, and games that they host or play in. */
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
  onSuccess: async (_answer, _json, _context, { client: cache }) => void (await refreshAfterBlock(cache)),
})

const withoutEntry = (list: InfiniteData<BlockPage> | undefined, id: string) =>
  list && { ...list, pages: list.pages.map((page) => ({ ...page, blocklist: page.blocklist.filter((entry) => entry.id !== id) })) }

/** The entry disappears at once, and comes back if the server refuses. */
export const unblocking = mutationOptions({
  mutationFn: (id: string) => awaitSuccess(client.blocks[':id'].$delete({ param: { id } }, keepalive)),
  onMutate: async (id, { client: cache }) => {
    await cache.cancelQueries({ queryKey: blocklist.queryKey })
    const before = cache.getQueryData(blocklist.queryKey)
    cache.setQueryData(blocklist.queryKey, (list) => withoutEntry(list, id))
    return { before }
  },
  onError: (_error, _id, context, { client: cache }) => cache.setQueryData(blocklist.queryKey, context?.before),
  onSettled: (_answer, _error, _id, _context, { client: cache }) => void refreshAfterBlock(cache),
})
