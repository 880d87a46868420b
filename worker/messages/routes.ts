import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { AppError } from '../../domain/errors.ts'
import {
  ConversationParam,
  HideMessage,
  Message,
  MessageDetails,
  MessagePage,
  MessageParam,
  MessagesQuery,
  PinMessage,
  SendMessage,
  SocketQuery,
} from '../../domain/messages/contract.ts'
import { FoundMessages, MessageSearch } from '../../domain/messages/search.ts'
import { pingInterval } from '../../domain/presence/contract.ts'
import { admissionHeader } from '../../durable-objects/conversation/protocol.ts'
import { toError } from '../../durable-objects/conversation/refusals.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { isForeign } from '../platform/security.ts'
import { mayPin } from './access.ts'
import { admit } from './admit.ts'
import { recordHiding } from './commands.ts'
import { conversationRoutes } from './conversation-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { groupRoutes } from './group-routes.ts'
import { mentionRoutes } from './mention-routes.ts'
import { nameDetails } from './name-details.ts'
import { pollRoutes } from './poll-routes.ts'
import { searchConversation } from './search.ts'
import { slowModeRoutes } from './slow-mode-routes.ts'

const operation = describeOperations('Messages')

const getConversation = (c: AppContext, conversationId: string) => c.env.CONVERSATION.getByName(conversationId)

export const messageRoutes = new Hono<AppEnv>()
  .route('/', groupRoutes)
  .route('/', mentionRoutes)
  .route('/', pollRoutes)
  .route('/', fileRoutes)
  .route('/', slowModeRoutes)
  .route('/', conversationRoutes)
  .get(
    '/:conversationId/messages',
    operation(
      'List the messages of a conversation',
      200,
      MessagePage,
      'Without `before`, the newest. With `from`, a longer page that goes back to that message.',
    ),
    input('param', ConversationParam),
    input('query', MessagesQuery),
    async (c) => {
      const admission = await admit(c, c.req.valid('param').conversationId)
      const page = await getConversation(c, admission.conversationId).pageBefore(admission, c.req.valid('query'))
      if (!page) throw new AppError('NotFound')
      return c.json(page)
    },
  )
  .get(
    '/:conversationId/messages/:seq',
    operation(
      'Get more about a message: who has read it, who has reacted, and what it said before it was edited',
      200,
      MessageDetails,
      'Each list has at most 100 people. In a request, nobody learns who has read it.',
    ),
    input('param', MessageParam),
    async (c) => {
      const { conversationId, seq } = c.req.valid('param')
      const admission = await admit(c, conversationId)
      const details = await getConversation(c, conversationId).details(admission, seq)
      if (!details) throw new AppError('NotFound')
      return c.json(await nameDetails(c.var.db, admission.userId, conversationId, details))
    },
  )
  .put(
    '/:conversationId/messages/:seq/hidden',
    operation(
      'Hide a message of somebody else from everyone, or show it again',
      204,
      undefined,
      'Only for the organizers of the community and the hosts of the game. The changes of the community list it.',
    ),
    input('param', MessageParam),
    input('json', HideMessage),
    async (c) => {
      const { conversationId, seq } = c.req.valid('param')
      const { isHidden } = c.req.valid('json')
      const admission = await admit(c, conversationId)
      if (!admission.mayModerate) throw new AppError('NotAllowed')
      const done = await getConversation(c, conversationId).setMessageHidden(admission, seq, isHidden)
      if (!done) throw new AppError('NotFound')
      await recordHiding(getPrimary(c), admission, { seq, isHidden, ...done })
      return c.body(null, 204)
    },
  )
  .put(
    '/:conversationId/messages/:seq/pinned',
    operation(
      'Pin a message above the conversation, or unpin it',
      204,
      undefined,
      'For the organizers of the community, the hosts of the game, the owner of the group, and both people of a direct conversation.',
    ),
    input('param', MessageParam),
    input('json', PinMessage),
    async (c) => {
      const { conversationId, seq } = c.req.valid('param')
      const admission = await admit(c, conversationId)
      if (!mayPin(conversationId, admission)) throw new AppError('NotAllowed')
      const refused = await getConversation(c, conversationId).setMessagePinned(admission, seq, c.req.valid('json').isPinned)
      if (refused) throw new AppError(refused)
      return c.body(null, 204)
    },
  )
  .get(
    '/:conversationId/search',
    operation('Search the messages of a conversation', 200, FoundMessages, 'The newest first. The last word may be the start of one.'),
    input('param', ConversationParam),
    input('query', MessageSearch),
    async (c) => {
      const admission = await admit(c, c.req.valid('param').conversationId)
      const found = await searchConversation(c.env, c.var.db, admission, c.req.valid('query'))
      if (!found) throw new AppError('NotFound')
      return c.json(found)
    },
  )
  .post(
    '/:conversationId/messages',
    operation(
      'Send a message',
      201,
      Message,
      'The same `clientId` again returns the message that was stored. With the `userId` of somebody else than me, it is refused.',
    ),
    input('param', ConversationParam),
    input('json', SendMessage),
    async (c) => {
      const { userId, ...message } = c.req.valid('json')
      const admission = await admit(c, c.req.valid('param').conversationId)
      // It waited on a device where somebody else has signed in since.
      if (userId !== undefined && userId !== admission.userId) throw new AppError('SignInRequired')
      const result = await getConversation(c, admission.conversationId).send(admission, message)
      if ('message' in result) return c.json(result.message, 201)
      throw toError(result)
    },
  )
  .get(
    '/:conversationId/socket',
    describeRoute({
      tags: ['Messages'],
      summary: 'Open the socket of a conversation',
      description: `A WebSocket. Its first frame has what came after \`after\` and \`changedAfter\`. Send "ping" every ${pingInterval / 1000} seconds.`,
      responses: { 101: { description: 'The socket' } },
    }),
    input('param', ConversationParam),
    input('query', SocketQuery),
    async (c) => {
      const admission = await admit(c, c.req.valid('param').conversationId)
      if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new AppError('UpgradeRequired')
      // Another website must not open a person's socket with their cookie.
      if (isForeign(c)) throw new AppError('ForeignOrigin')
      const { userId, sessionId, conversationId, checkedAt } = admission
      const isCurrent = await c.env.PRESENCE.getByName(userId).openConversation({ userId, sessionId, conversationId, checkedAt })
      if (!isCurrent) throw new AppError('NotFound')
      const handshake = new Request(c.req.raw)
      handshake.headers.set(admissionHeader, JSON.stringify(admission))
      const answer = await getConversation(c, conversationId).fetch(handshake)
      if (answer.status === 409) throw new AppError('NotFound')
      if (answer.status === 429) throw new AppError('TooManyRequests')
      return answer
    },
  )

export type MessageRoutes = typeof messageRoutes
