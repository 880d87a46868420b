import { Hono } from 'hono'
import { AppError } from '../../domain/errors.ts'
import { ConversationParam } from '../../domain/messages/contract.ts'
import { SetSlowMode } from '../../domain/messages/slow-mode.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { admit } from './admit.ts'
import { recordSlowMode } from './commands.ts'

const operation = describeOperations('Messages')

export const slowModeRoutes = new Hono<AppEnv>().put(
  '/:conversationId/slow-mode',
  operation(
    'Let people write only one message in a time, or end that',
    204,
    undefined,
    'Only for the organizers of the community, the hosts of the game and the owner of the group, and not for them. The changes of the community list it.',
  ),
  input('param', ConversationParam),
  input('json', SetSlowMode),
  async (c) => {
    const { pause } = c.req.valid('json')
    const admission = await admit(c, c.req.valid('param').conversationId)
    if (!admission.mayModerate) throw new AppError('NotAllowed')
    const done = await c.env.CONVERSATION.getByName(admission.conversationId).setSlowMode(admission, pause)
    if (done) await recordSlowMode(getPrimary(c), admission, { isOn: pause !== null, at: done.at })
    return c.body(null, 204)
  },
)
