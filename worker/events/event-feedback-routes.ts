import { Hono } from 'hono'
import { EventPath } from '../../domain/events/contract.ts'
import { EventFeedbackSummary, GiveEventFeedback, MyEventFeedback } from '../../domain/events/event-feedback-contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { findFeedbackSummary, findMyFeedback, giveEventFeedback } from './event-feedback.ts'
import { hostOf } from './from-request.ts'

const operation = describeOperations('Game feedback')

/** Feedback on a game that is over: players use /events/:id/me/feedback, hosts use /events/:id/feedback. */
export const eventFeedbackRoutes = new Hono<AppEnv>()
  .get('/:id/me/feedback', operation('Get my feedback on a game', 200, MyEventFeedback), input('param', EventPath), async (c) => {
    const viewer = await requireComplete(c)
    const feedback = await findMyFeedback(getPrimary(c), viewer.id, c.req.valid('param').id, c.var.now())
    return c.json(feedback satisfies MyEventFeedback)
  })
  .put(
    '/:id/me/feedback',
    operation('Give or change my feedback on a game', 200, MyEventFeedback),
    input('param', EventPath),
    input('json', GiveEventFeedback),
    async (c) => {
      const viewer = await requireComplete(c)
      const feedback = await giveEventFeedback(getPrimary(c), c.var.now(), viewer.id, c.req.valid('param').id, c.req.valid('json'))
      return c.json(feedback satisfies MyEventFeedback)
    },
  )
  .get(
    '/:id/feedback',
    operation('List the feedback on a game, without names', 200, EventFeedbackSummary),
    input('param', EventPath),
    async (c) => {
      const { id } = c.req.valid('param')
      const { db } = await hostOf(c, id)
      return c.json((await findFeedbackSummary(db, id)) satisfies EventFeedbackSummary)
    },
  )

export type EventFeedbackRoutes = typeof eventFeedbackRoutes
