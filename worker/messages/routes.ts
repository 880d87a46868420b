import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { AppError } from '../../domain/errors.ts'
import {
  ConversationList,
  ConversationParam,
  ConversationPeople,
  ConversationRef,
  ConversationsQuery,
  HideMessage,
  Message,
  MessageDetails,
  MessagePage,
  MessageParam,
  MessagesQuery,
  MuteConversation,
  NamesQuery,
  OpenConversation,
  Participants,
  ParticipantsQuery,
  PinMessage,
  SendMessage,
  SocketQuery,
  StartConversation,
  UnreadConversations,
  UpdateConversation,
} from '../../domain/messages/contract.ts'
import { ConversationSearch, FoundConversations, FoundMessages, MessageSearch } from '../../domain/messages/search.ts'
import { pingInterval } from '../../domain/presence/contract.ts'
import { admissionHeader } from '../../durable-objects/conversation/protocol.ts'
import { toError } from '../../durable-objects/conversation/refusals.ts'
import { requireComplete, requireSession } from '../access/viewer.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { isForeign } from '../platform/security.ts'
import { mayPin, requireConversation } from './access.ts'
import { admit } from './admit.ts'
import { acceptRequest, muteConversation, recordHiding, setHidden, startDirect } from './commands.ts'
import { fileRoutes } from './file-routes.ts'
import { groupRoutes } from './group-routes.ts'
import { listParticipantIds, listParticipants } from './list-participants.ts'
import { mentionRoutes } from './mention-routes.ts'
import { nameDetails } from './name-details.ts'
import { findNextGame } from './next-game.ts'
import { pollRoutes } from './poll-routes.ts'
import { countUnreadConversations, findConversation, listConversationPeople, listConversations } from './queries.ts'
import { searchConversation, searchConversations } from './search.ts'
import { slowModeRoutes } from './slow-mode-routes.ts'

const operation = describeOperations('Messages')

const getConversation = (c: AppContext, conversationId: string) => c.env.CONVERSATION.getByName(conversationId)

export const messageRoutes = new Hono<AppEnv>()
  .route('/', groupRoutes)
  .route('/', mentionRoutes)
  .route('/', pollRoutes)
  .route('/', fileRoutes)
  .route('/', slowModeRoutes)
  .get(
    '/',
    operation('List my conversations, the latest first', 200, ConversationList, 'With `blocked=true`, those that I removed.'),
    input('query', ConversationsQuery),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json(await listConversations(c.var.db, viewer.id, { ...c.req.valid('query'), now: getClock(c).now }))
    },
  )
  .post('/', operation('Open the conversation with a person', 200, ConversationRef), input('json', StartConversation), async (c) => {
    const viewer = await requireComplete(c)
    return c.json(await startDirect(getPrimary(c), getClock(c), viewer.id, c.req.valid('json').userId))
  })
  .get(
    '/unread',
    operation('Count my conversations with unread messages, and the requests', 200, UnreadConversations, 'Removed ones do not count.'),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json(await countUnreadConversations(c.var.db, viewer.id, getClock(c).now))
    },
  )
  .get(
    '/search',
    operation(
      'Search the messages of my conversations',
      200,
      FoundConversations,
      'Each page looks into some conversations, the latest first, so a page can be empty while `next` leads to more.',
    ),
    input('query', ConversationSearch),
    async (c) => {
      const viewer = await requireComplete(c)
      await limitCostly(c, 'message-search', viewer.id)
      const { sessionId } = await requireSession(c)
      return c.json(
        await searchConversations(c.env, getPrimary(c), { userId: viewer.id, sessionId }, { ...c.req.valid('query'), now: c.var.now() }),
      )
    },
  )
  .get('/:conversationId', operation('Open a conversation', 200, OpenConversation), input('param', ConversationParam), async (c) => {
    const viewer = await requireComplete(c)
    const { conversationId } = c.req.valid('param')
    const db = getPrimary(c)
    const [conversation, access, nextGameId, participants] = await Promise.all([
      findConversation(db, viewer.id, conversationId),
      requireConversation(db, viewer.id, conversationId),
      findNextGame(db, conversationId, { viewerId: viewer.id, now: getClock(c).now }),
      listParticipantIds(db, viewer.id, conversationId),
    ])
    if (!conversation) throw new AppError('NotFound')
    return c.json({
      ...conversation,
      participants,
      mayModerate: access.mayModerate,
      mayPin: mayPin(conversationId, access),
      mayWrite: access.mayWrite,
      nextGameId,
    })
  })
  .get(
    '/:conversationId/participants',
    operation(
      'List the people in a conversation',
      200,
      Participants,
      'Also those of a community, a topic or a game. People who have a block with me are left out.',
    ),
    input('param', ConversationParam),
    input('query', ParticipantsQuery),
    async (c) => {
      const viewer = await requireComplete(c)
      const { conversationId } = c.req.valid('param')
      const db = getPrimary(c)
      const [, participants] = await Promise.all([
        requireConversation(db, viewer.id, conversationId),
        listParticipants(db, viewer.id, conversationId, c.req.valid('query').cursor),
      ])
      return c.json(participants)
    },
  )
  .get(
    '/:conversationId/people',
    operation(
      'Get the names of people in a conversation',
      200,
      ConversationPeople,
      'People who were never in it, have deleted their account, or have a block with me are left out.',
    ),
    input('param', ConversationParam),
    input('query', NamesQuery),
    async (c) => {
      const viewer = await requireComplete(c)
      const { conversationId } = c.req.valid('param')
      return c.json(await listConversationPeople(c.var.db, viewer.id, conversationId, c.req.valid('query').ids))
    },
  )
  .put(
    '/:conversationId',
    operation('Remove a conversation from my list, or bring it back', 204, undefined, 'A removed conversation is silent. Only for myself.'),
    input('param', ConversationParam),
    input('json', UpdateConversation),
    async (c) => {
      const viewer = await requireComplete(c)
      const { userId, blocked } = c.req.valid('json')
      if (userId !== viewer.id) throw new AppError('NotFound')
      await setHidden(getPrimary(c), viewer.id, c.req.valid('param').conversationId, blocked)
      return c.body(null, 204)
    },
  )
  .put(
    '/:conversationId/mute',
    operation('Mute a conversation until a time, or end that', 204, undefined, 'It does not count as unread. Only for myself.'),
    input('param', ConversationParam),
    input('json', MuteConversation),
    async (c) => {
      const viewer = await requireComplete(c)
      await muteConversation(getPrimary(c), viewer.id, c.req.valid('param').conversationId, c.req.valid('json').until)
      return c.body(null, 204)
    },
  )
  .post(
    '/:conversationId/accept',
    operation('Accept that somebody whom I do not know writes to me, or has added me to a group', 204),
    input('param', ConversationParam),
    async (c) => {
      const viewer = await requireComplete(c)
      const { conversationId } = c.req.valid('param')
      await acceptRequest(getPrimary(c), getClock(c), viewer.id, conversationId)
      await getConversation(c, conversationId).accept()
      return c.body(null, 204)
    },
  )
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
