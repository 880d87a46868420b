import { Hono } from 'hono'
import { ConversationParam, ConversationPeople } from '../../domain/messages/contract.ts'
import { MentionableQuery } from '../../domain/messages/mentions.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { requireConversation } from './access.ts'
import { findMentionable } from './find-mentionable.ts'

const operation = describeOperations('Messages')

export const mentionRoutes = new Hono<AppEnv>().get(
  '/:conversationId/mentionable',
  operation(
    'Find people of a conversation to mention',
    200,
    ConversationPeople,
    'At most eight people with a part of their name that starts with `q`. A text mentions a person as `<@id>`, and up to 20 people.',
  ),
  input('param', ConversationParam),
  input('query', MentionableQuery),
  async (c) => {
    const viewer = await requireComplete(c)
    const { conversationId } = c.req.valid('param')
    await requireConversation(c.var.db, viewer.id, conversationId)
    return c.json(await findMentionable(c.var.db, viewer.id, conversationId, c.req.valid('query').q))
  },
)
