import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { Conversation } from '../../domain/messages/contract.ts'
import type { MessageRoutes } from '../../worker/messages/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { fromCursor, keysetPages } from '../keyset.ts'
import { askEvery } from '../presence/live-state.ts'
import { showFailure } from '../ui/show-failure.ts'
import type { SavedConversation } from './conversation-types.ts'

const client = hc<MessageRoutes>('/api/conversations')

export const conversationsKey = ['conversations'] as const

/** With `blocked`, the conversations that the viewer removed. */
export const conversationList = (blocked: boolean) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey, 'list', blocked],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(client.index.$get({ query: { ...fromCursor(pageParam), blocked: blocked ? 'true' : 'false' } }, { init: { signal } })),
    ...keysetPages,
    refetchInterval: askEvery(30_000),
    meta: { offline: true },
  })

export const conversationDetail = (conversationId: string) =>
  queryOptions({
    queryKey: [...conversationsKey, 'detail', conversationId],
    queryFn: ({ signal }) => readAnswer(client[':conversationId'].$get({ param: { conversationId } }, { init: { signal } })),
    // What the viewer has read changes while they are elsewhere.
    staleTime: 0,
    meta: { offline: { newest: 20 } },
  })

export const messageDetails = (conversationId: string, seq: number) =>
  queryOptions({
    queryKey: [...conversationsKey, 'message', conversationId, seq],
    queryFn: ({ signal }) =>
      readAnswer(client[':conversationId'].messages[':seq'].$get({ param: { conversationId, seq: String(seq) } }, { init: { signal } })),
    // People read and react all the time.
    staleTime: 0,
    gcTime: 0,
  })

/** Fetched every minute while the tab is visible, and when the user returns to it. */
export const unreadConversations = queryOptions({
  queryKey: [...conversationsKey, 'unread'],
  queryFn: ({ signal }) => readAnswer(client.unread.$get({}, { init: { signal } })),
  refetchInterval: askEvery(60_000),
  refetchOnWindowFocus: 'always',
})

const savedMessagesKey = (conversationId: string) => ['saved-messages', conversationId]

/** The messages that a conversation shows before its socket is open, and offline. */
export const readSavedMessages = (queryClient: QueryClient, conversationId: string) =>
  queryClient.getQueryData<SavedConversation>(savedMessagesKey(conversationId)) ?? null

/** The offline store keeps them as it keeps answers of the server. */
export function saveMessages(queryClient: QueryClient, conversationId: string, conversation: SavedConversation): void {
  queryClient.setQueryDefaults(savedMessagesKey(conversationId), { meta: { offline: { newest: 20 } } })
  queryClient.setQueryData<SavedConversation>(savedMessagesKey(conversationId), conversation)
}

export const forgetMessages = (queryClient: QueryClient, conversationId: string) =>
  queryClient.removeQueries({ queryKey: savedMessagesKey(conversationId) })

/** With `from`, a longer page that goes back to that message. */
export const fetchMessagesBefore = (conversationId: string, before: number, from?: number) =>
  readAnswer(
    client[':conversationId'].messages.$get({
      param: { conversationId },
      query: { before: String(before), ...(from === undefined ? {} : { from: String(from) }) },
    }),
  )

export const fetchPeople = async (conversationId: string, ids: string[]) =>
  (await readAnswer(client[':conversationId'].people.$get({ param: { conversationId }, query: { ids: ids.join(',') } }))).people

/** Searches the messages of all conversations of the viewer. */
export const foundConversations = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey, 'search', q],
    queryFn: ({ pageParam, signal }) => readAnswer(client.search.$get({ query: { q, ...fromCursor(pageParam) } }, { init: { signal } })),
    ...keysetPages,
  })

/** Searches the messages of one conversation. */
export const foundMessages = (conversationId: string, q: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationsKey, 'search', q, conversationId],
    queryFn: ({ pageParam, signal }) =>
      readAnswer(
        client[':conversationId'].search.$get(
          { param: { conversationId }, query: { q, ...(pageParam === null ? {} : { before: String(pageParam) }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })

export const startingConversation = mutationOptions({
  mutationFn: (userId: string) => readAnswer(client.index.$post({ json: { userId } })),
  onError: showFailure,
})

export const refreshConversations = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: conversationsKey })

export const acceptingRequest = mutationOptions({
  mutationFn: (conversationId: string) => awaitSuccess(client[':conversationId'].accept.$post({ param: { conversationId } })),
  onError: showFailure,
  onSettled: (_data, _error, _id, _result, { client: queryClient }) => refreshConversations(queryClient),
})

type Muting = { conversationId: string; until: number | null }

/** Mutes a conversation for the viewer until then. Null ends it. */
export const mutingConversation = mutationOptions({
  mutationFn: ({ conversationId, until }: Muting) =>
    awaitSuccess(client[':conversationId'].mute.$put({ param: { conversationId }, json: { until } })),
  onError: showFailure,
  onSettled: (_data, _error, _muting, _result, { client: queryClient }) => refreshConversations(queryClient),
})

type Hiding = { conversationId: string; seq: number; isHidden: boolean }

/** Hides a message of somebody else from everyone, or shows it again. The socket brings the change to the screen. */
export const hidingMessage = mutationOptions({
  mutationFn: ({ conversationId, seq, isHidden }: Hiding) =>
    awaitSuccess(
      client[':conversationId'].messages[':seq'].hidden.$put({ param: { conversationId, seq: String(seq) }, json: { isHidden } }),
    ),
  onError: showFailure,
})

type Pinning = { conversationId: string; seq: number; isPinned: boolean }

/** Pins a message above its conversation, or unpins it. The socket brings the change to the screen. */
export const pinningMessage = mutationOptions({
  mutationFn: ({ conversationId, seq, isPinned }: Pinning) =>
    awaitSuccess(
      client[':conversationId'].messages[':seq'].pinned.$put({ param: { conversationId, seq: String(seq) }, json: { isPinned } }),
    ),
  onError: showFailure,
})

type Removal = { viewerId: string; conversation: Pick<Conversation, 'id'>; blocked: boolean }

/** Removes a conversation from the viewer's list, or brings it back. */
export const removingConversation = mutationOptions({
  mutationFn: ({ viewerId, conversation, blocked }: Removal) =>
    awaitSuccess(client[':conversationId'].$put({ param: { conversationId: conversation.id }, json: { userId: viewerId, blocked } })),
  onError: showFailure,
  onSettled: (_data, _error, _removal, _result, { client: queryClient }) => refreshConversations(queryClient),
})
