import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import {
  ConversationList,
  ConversationParam,
  ConversationPeople,
  ConversationRef,
  ConversationsQuery,
  MuteConversation,
  NamesQuery,
  OpenConversation,
  Participants,
  ParticipantsQuery,
  StartConversation,
  UnreadConversations,
  UpdateConversation,
} from '../../domain/messages/contract.ts'
import { ConversationSearch, FoundConversations } from '../../domain/messages/search.ts'
import { requireComplete, requireSession } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { mayPin, requireConversation } from './access.ts'
import { acceptRequest, muteConversation, setHidden, startDirect } from './commands.ts'
import { listParticipantIds, listParticipants } from './list-participants.ts'
import { findNextGame } from './next-game.ts'
import { countUnreadConversations, findConversation, listConversationPeople, listConversations } from './queries.ts'
import { searchConversations } from './search.ts'

const operation = describeOperations('Messages')

/** The list of conversations, and what a person does with a whole one. */
export const conversationRoutes = new Hono<AppEnv>()
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
      await c.env.CONVERSATION.getByName(conversationId).accept()
      return c.body(null, 204)
    },
  )
