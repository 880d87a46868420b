import { mutationOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { MessageRoutes } from '../../worker/messages/routes.ts'
import { awaitSuccess } from '../api.ts'
import { showFailure } from '../ui/show-failure.ts'
import type { SlowState } from './slow-state.ts'

const client = hc<MessageRoutes>('/api/conversations')

/** Sets how often people can write. The socket brings the change to the screen. */
export const settingSlowMode = mutationOptions({
  mutationFn: ({ conversationId, pause }: { conversationId: string; pause: SlowState['pause'] }) =>
    awaitSuccess(client[':conversationId']['slow-mode'].$put({ param: { conversationId }, json: { pause } })),
  onError: showFailure,
})
