import { Hono } from 'hono'
import { NeedsYou } from '../../domain/needs-you/contract.ts'
import { requireComplete, requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { describeOperations } from '../platform/operation.ts'
import { listNeedsYou, listNeedsYouInMessages } from './queries.ts'

const operation = describeOperations('Teams')

export const needsYouRoutes = new Hono<AppEnv>()
  .get('/', operation('What waits for my answer in communities and games', 200, NeedsYou, 'The first few of each kind.'), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await listNeedsYou(getPrimary(c), viewer.id, c.var.now()))
  })
  .get(
    '/messages',
    operation(
      'What waits for me in my conversations',
      200,
      NeedsYou,
      'The first few messages that mention me and that I have not read, open polls, and the next games, that I have not answered.',
    ),
    async (c) => {
      const viewer = await requireComplete(c)
      return c.json(await listNeedsYouInMessages(getPrimary(c), viewer.id, c.var.now()))
    },
  )

export type NeedsYouRoutes = typeof needsYouRoutes
