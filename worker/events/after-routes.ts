import { Hono } from 'hono'
import { HowItWas, MyWord, SayHowItWas } from '../../domain/events/after-contract.ts'
import { EventPath } from '../../domain/events/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { primaryOf } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { operationOf } from '../platform/operation.ts'
import { findHowItWas, findWord, sayHowItWas } from './after.ts'
import { hostOf } from './from-request.ts'

const operation = operationOf('Afterwards')

/** Once a game is over: /events/:id/me/feedback for who played, /events/:id/feedback for who ran it. */
export const afterRoutes = new Hono<AppEnv>()
  .get('/:id/me/feedback', operation('What I said of a game', 200, MyWord), input('param', EventPath), async (c) => {
    const viewer = await requireComplete(c)
    const word = await findWord(primaryOf(c), viewer.id, c.req.valid('param').id, c.var.now())
    return c.json(word satisfies MyWord)
  })
  .put(
    '/:id/me/feedback',
    operation('Say how it was, or say it otherwise', 200, MyWord),
    input('param', EventPath),
    input('json', SayHowItWas),
    async (c) => {
      const viewer = await requireComplete(c)
      const word = await sayHowItWas(primaryOf(c), c.var.now(), viewer.id, c.req.valid('param').id, c.req.valid('json'))
      return c.json(word satisfies MyWord)
    },
  )
  .get('/:id/feedback', operation('What players said, without their names', 200, HowItWas), input('param', EventPath), async (c) => {
    const { id } = c.req.valid('param')
    const { db } = await hostOf(c, id)
    return c.json((await findHowItWas(db, id)) satisfies HowItWas)
  })

export type AfterRoutes = typeof afterRoutes
