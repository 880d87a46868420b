import { Hono } from 'hono'
import * as v from 'valibot'
import { AppError } from '../../domain/errors.ts'
import { Id } from '../../domain/ids.ts'
import { ConversationParam, ConversationRef } from '../../domain/messages/contract.ts'
import { GroupMembers, StartGroup, UpdateGroup } from '../../domain/messages/groups.ts'
import { conversationKindOf } from '../../domain/messages/rules.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { requireConversation } from './access.ts'
import { addToGroup, leaveGroup, renameGroup, startGroup } from './group-commands.ts'
import { listGroupMembers } from './list-group-members.ts'

const operation = describeOperations('Messages')
const MemberParam = v.object({ ...ConversationParam.entries, userId: Id })

/** The other kinds of conversations have no members of their own. */
function requireGroup(conversationId: string): string {
  if (conversationKindOf(conversationId) !== 'group') throw new AppError('NotFound')
  return conversationId
}

export const groupRoutes = new Hono<AppEnv>()
  .post(
    '/groups',
    operation('Make a group', 200, ConversationRef, 'With people whom I may write to. Who does not know me gets a request.'),
    input('json', StartGroup),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json(await startGroup(getPrimary(c), getClock(c), viewer.id, c.req.valid('json')))
    },
  )
  .patch(
    '/:conversationId/group',
    operation('Rename a group that I own', 204),
    input('param', ConversationParam),
    input('json', UpdateGroup),
    async (c) => {
      const viewer = await requireComplete(c)
      await renameGroup(getPrimary(c), viewer.id, requireGroup(c.req.valid('param').conversationId), c.req.valid('json').name)
      return c.body(null, 204)
    },
  )
  .get(
    '/:conversationId/members',
    operation('List the people of a group', 200, GroupMembers, 'People with a block between us are left out.'),
    input('param', ConversationParam),
    async (c) => {
      const viewer = await requireComplete(c)
      const conversationId = requireGroup(c.req.valid('param').conversationId)
      await requireConversation(getPrimary(c), viewer.id, conversationId)
      return c.json(await listGroupMembers(getPrimary(c), viewer.id, conversationId))
    },
  )
  .put('/:conversationId/members/:userId', operation('Add a person to a group that I own', 204), input('param', MemberParam), async (c) => {
    const viewer = await requireComplete(c)
    const { conversationId, userId } = c.req.valid('param')
    await addToGroup(getPrimary(c), getClock(c), viewer.id, requireGroup(conversationId), userId)
    return c.body(null, 204)
  })
  .delete(
    '/:conversationId/members/:userId',
    operation('Leave a group, or remove a person from one that I own', 204, undefined, 'When the last person leaves, it is deleted.'),
    input('param', MemberParam),
    async (c) => {
      const viewer = await requireComplete(c)
      const { conversationId, userId } = c.req.valid('param')
      await leaveGroup(getPrimary(c), getClock(c), viewer.id, requireGroup(conversationId), userId)
      return c.body(null, 204)
    },
  )
