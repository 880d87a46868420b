import { queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { MessageRoutes } from '../../worker/messages/routes.ts'
import { readAnswer } from '../api.ts'
import { conversationsKey } from './queries.ts'

const client = hc<MessageRoutes>('/api/conversations')

/** The people of a conversation with a part of their name that starts like this. */
export const mentionable = (conversationId: string, q: string) =>
  queryOptions({
    queryKey: [...conversationsKey, 'mentionable', conversationId, q],
    queryFn: ({ signal }) =>
      readAnswer(client[':conversationId'].mentionable.$get({ param: { conversationId }, query: { q } }, { init: { signal } })),
  })
