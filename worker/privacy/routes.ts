import { Hono } from 'hono'
import { CursorOnly } from '../../domain/ids.ts'
import { BlockAnswer, BlockId, BlockPage, BlockPeople, ChangePrivacy, PrivacySwitches } from '../../domain/privacy/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { blockPeople, changePrivacy, unblock } from './commands.ts'
import { findSwitches, listBlocks } from './queries.ts'

const operation = describeOperations('Privacy')

export const privacyRoutes = new Hono<AppEnv>()
  .get('/', operation('Get my privacy settings', 200, PrivacySwitches), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await findSwitches(c.var.db, viewer.id))
  })
  .patch(
    '/',
    operation('Change some of my privacy settings; the others stay as they are', 200, PrivacySwitches),
    input('json', ChangePrivacy),
    async (c) => {
      const viewer = await requireViewer(c)
      return c.json(await changePrivacy(c.var.db, c.var.now(), viewer.id, c.req.valid('json')))
    },
  )
  .get('/blocks', operation('List the people I blocked, newest first', 200, BlockPage), input('query', CursorOnly), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await listBlocks(c.var.db, viewer.id, c.req.valid('query').cursor))
  })
  .post(
    '/blocks',
    operation(
      'Block people',
      200,
      BlockAnswer,
      'By id, or by entries of my own user lists. People who are already blocked stay blocked. For an email, the response is the same whether or not it has an account.',
    ),
    input('json', BlockPeople),
    async (c) => {
      const viewer = await requireViewer(c)
      const blocked = await blockPeople(c.var.db, getClock(c), viewer.id, c.req.valid('json'))
      return c.json({ blocked })
    },
  )
  .delete('/blocks/:id', operation('Unblock a person', 204), input('param', BlockId), async (c) => {
    const viewer = await requireViewer(c)
    await unblock(c.var.db, viewer.id, c.req.valid('param').id, c.var.now())
    return c.body(null, 204)
  })

export type PrivacyRoutes = typeof privacyRoutes
