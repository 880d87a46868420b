import { Hono } from 'hono'
import type { Endpoint } from '../../domain/payments/webhooks.ts'
import type { AppContext, AppEnv } from '../platform/context.ts'
import { describeOperations } from '../platform/operation.ts'
import { storeEvents } from './commands.ts'
import { verifyWebhook } from './verify-webhook.ts'

const operation = describeOperations('Payments')

/** Only stores the event, so that Stripe gets its answer at once. The queue does the work. */
const receive = async (c: AppContext, endpoint: Endpoint) => {
  const event = await verifyWebhook(c, endpoint)
  if (event) await storeEvents(c.var.db, endpoint, [event], c.var.now())
  return c.body(null, 200)
}

export const paymentRoutes = new Hono<AppEnv>()
  .post('/webhooks', operation('Stripe tells about an event of our account', 200, undefined, 'Only with its signature.'), (c) =>
    receive(c, 'account'),
  )
  .post(
    '/webhooks/connect',
    operation('Stripe tells about an event of a linked account', 200, undefined, 'Only with its signature.'),
    (c) => receive(c, 'connect'),
  )
