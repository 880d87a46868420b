import { Hono } from 'hono'
import {
  ActivitySubscription,
  ActivitySubscriptionId,
  ActivitySubscriptions,
  ChangeActivitySubscription,
  CreateActivitySubscription,
} from '../../domain/activity-subscriptions/contract.ts'
import { requireViewer } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { limitCostly } from '../platform/limits.ts'
import { describeOperations } from '../platform/operation.ts'
import { changeSubscription, createSubscription, deleteSubscription } from './commands.ts'
import { listSubscriptions } from './queries.ts'

const operation = describeOperations('Activity subscriptions')

export const activitySubscriptionRoutes = new Hono<AppEnv>()
  .get('/', operation('List my activity subscriptions, newest first', 200, ActivitySubscriptions), async (c) => {
    const viewer = await requireViewer(c)
    return c.json(await listSubscriptions(c.var.db, viewer.id, c.var.now()))
  })
  .post(
    '/',
    operation('Subscribe to games of some activities near a place', 201, ActivitySubscription),
    input('json', CreateActivitySubscription),
    async (c) => {
      const viewer = await requireViewer(c)
      // Each new subscription sends an email, even if the last one was deleted, so the number is limited.
      await limitCostly(c, 'subscribe', viewer.id)
      const clock = getClock(c)
      const subscription = await createSubscription(c.var.db, clock, viewer.id, c.req.valid('json'), c.var.site.platform)
      return c.json(subscription, 201)
    },
  )
  .put(
    '/:id',
    operation('Change a subscription', 200, ActivitySubscription),
    input('param', ActivitySubscriptionId),
    input('json', ChangeActivitySubscription),
    async (c) => {
      const viewer = await requireViewer(c)
      const { id } = c.req.valid('param')
      return c.json(await changeSubscription(c.var.db, c.var.now(), viewer.id, id, c.req.valid('json')))
    },
  )
  .delete('/:id', operation('Unsubscribe', 204), input('param', ActivitySubscriptionId), async (c) => {
    const viewer = await requireViewer(c)
    await deleteSubscription(c.var.db, viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })

export type ActivitySubscriptionRoutes = typeof activitySubscriptionRoutes
