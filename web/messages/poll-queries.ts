import { mutationOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { MessageRoutes } from '../../worker/messages/routes.ts'
import { awaitSuccess } from '../api.ts'
import { showFailure } from '../ui/show-failure.ts'

const client = hc<MessageRoutes>('/api/conversations')

/** Closes a poll before its time. The socket brings the change to the screen. */
export const closingPoll = mutationOptions({
  mutationFn: ({ conversationId, seq }: { conversationId: string; seq: number }) =>
    awaitSuccess(
      client[':conversationId'].messages[':seq'].poll.$put({ param: { conversationId, seq: String(seq) }, json: { isClosed: true } }),
    ),
  onError: showFailure,
})
