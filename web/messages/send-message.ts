import { hc } from 'hono/client'
import type { SentFiles } from '../../domain/messages/files.ts'
import type { MessageRoutes } from '../../worker/messages/routes.ts'
import { readAnswer } from '../api.ts'
import type { UnsentMessage } from './outbox.ts'

const client = hc<MessageRoutes>('/api/conversations')

/** Sends a message of this person. The server refuses it if somebody else is signed in by now. */
export const sendMessage = (userId: string, { conversationId, clientId, text, replyTo, poll }: UnsentMessage, files?: SentFiles) =>
  readAnswer(
    client[':conversationId'].messages.$post({
      param: { conversationId },
      json: { userId, clientId, text, replyTo, ...(files && { files }), ...(poll && { poll }) },
    }),
  )
