import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import { MessageParam } from '../../domain/messages/contract.ts'
import { ClosePoll } from '../../domain/messages/polls.ts'
import type { AppEnv } from '../platform/context.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { admit } from './admit.ts'

const operation = describeOperations('Messages')

/** Votes come through the socket of the conversation. */
export const pollRoutes = new Hono<AppEnv>().put(
  '/:conversationId/messages/:seq/poll',
  operation(
    'Close the poll of a message before its time',
    204,
    undefined,
    'For its author, the organizers of the community, the hosts of the game and the owner of the group. It stays closed.',
  ),
  input('param', MessageParam),
  input('json', ClosePoll),
  async (c) => {
    const { conversationId, seq } = c.req.valid('param')
    const admission = await admit(c, conversationId)
    const refused = await c.env.CONVERSATION.getByName(conversationId).closePoll(admission, seq)
    if (refused) throw new AppError(refused)
    return c.body(null, 204)
  },
)
