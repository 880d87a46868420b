import { Hono } from 'hono'
import { EventPath } from '../../domain/events/contract.ts'
import { Rematch } from '../../domain/events/rematch-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getCommandContext, getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { askForRematch, findRematch } from './rematch.ts'

const operation = describeOperations('Events')

/** What comes after a game. */
export const rematchRoutes = new Hono<AppEnv>()
  .get('/:id/rematch', operation('Get the next game of the same people', 200, Rematch), input('param', EventPath), async (c) => {
    const viewer = await requireComplete(c)
    const asked = { userId: viewer.id, eventId: c.req.valid('param').id, now: c.var.now() }
    return c.json((await findRematch(getPrimary(c), asked)) satisfies Rematch)
  })
  .post(
    '/:id/rematch',
    operation('Ask the hosts for the same game a week later', 204, undefined, 'Players can ask once, for two weeks after the game.'),
    input('param', EventPath),
    async (c) => {
      const viewer = await requireComplete(c)
      const asked = { userId: viewer.id, eventId: c.req.valid('param').id, now: c.var.now() }
      await askForRematch(getPrimary(c), getCommandContext(c), asked)
      return c.body(null, 204)
    },
  )

export type RematchRoutes = typeof rematchRoutes
