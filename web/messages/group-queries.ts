import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { StartGroup } from '../../domain/messages/groups.ts'
import type { MessageRoutes } from '../../worker/messages/routes.ts'
import { awaitSuccess, readAnswer } from '../api.ts'
import { showFailure } from '../ui/show-failure.ts'
import { conversationsKey, refreshConversations } from './queries.ts'

const client = hc<MessageRoutes>('/api/conversations')

export const groupMembers = (conversationId: string) =>
  queryOptions({
    queryKey: [...conversationsKey, 'members', conversationId],
    queryFn: ({ signal }) => readAnswer(client[':conversationId'].members.$get({ param: { conversationId } }, { init: { signal } })),
    // The owner changes who is in it, and others leave.
    staleTime: 0,
  })

export const startingGroup = mutationOptions({
  mutationFn: (group: StartGroup) => readAnswer(client.groups.$post({ json: group })),
  onSuccess: (_made, _group, _result, { client: queryClient }) => refreshConversations(queryClient),
})

export const renamingGroup = mutationOptions({
  mutationFn: ({ conversationId, name }: { conversationId: string; name: string }) =>
    awaitSuccess(client[':conversationId'].group.$patch({ param: { conversationId }, json: { name } })),
  onSuccess: (_data, _renaming, _result, { client: queryClient }) => refreshConversations(queryClient),
})

type Membership = { conversationId: string; userId: string }

export const addingToGroup = mutationOptions({
  mutationFn: ({ conversationId, userId }: Membership) =>
    awaitSuccess(client[':conversationId'].members[':userId'].$put({ param: { conversationId, userId } })),
  onError: showFailure,
  onSettled: (_data, _error, _membership, _result, { client: queryClient }) => refreshConversations(queryClient),
})

/** Removes a person, or leaves if it is the viewer. */
export const leavingGroup = mutationOptions({
  mutationFn: ({ conversationId, userId }: Membership) =>
    awaitSuccess(client[':conversationId'].members[':userId'].$delete({ param: { conversationId, userId } })),
  onSettled: (_data, _error, _membership, _result, { client: queryClient }) => refreshConversations(queryClient),
})
