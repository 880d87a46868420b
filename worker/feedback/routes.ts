import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { GiveFeedback } from '../../domain/feedback/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { giveFeedback } from './commands.ts'

export const feedbackRoutes = new Hono<AppEnv>().post(
  '/',
  describeRoute({ tags: ['Feedback'], summary: 'Give feedback about the product', responses: { 204: { description: 'Saved' } } }),
  input('json', GiveFeedback),
  async (c) => {
    const viewer = await requireViewer(c)
    await giveFeedback(c.var.db, getClock(c), viewer.id, c.req.valid('json'))
    return c.body(null, 204)
  },
)

export type FeedbackRoutes = typeof feedbackRoutes
