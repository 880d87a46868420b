import * as v from 'valibot'

/** Stripe tells us about events of our own account at one endpoint, and about those of linked accounts at the other. */
export const endpoints = ['account', 'connect'] as const
export type Endpoint = (typeof endpoints)[number]
export const webhookPaths: Record<Endpoint, string> = { account: '/api/payments/webhooks', connect: '/api/payments/webhooks/connect' }

/** The events that both endpoints ask for. All others are answered and forgotten. `docs/DEPLOY.md` lists them too. */
export const eventTypes = [
  'account.updated',
  'account.application.authorized',
  'account.application.deauthorized',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.succeeded',
  'charge.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.trial_will_end',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
  'invoice.voided',
  'payout.created',
  'payout.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
] as const
export type EventType = (typeof eventTypes)[number]

export const isEventType = (type: string): type is EventType => (eventTypes as readonly string[]).includes(type)

/** How old the signature of a webhook may be. Afterwards somebody may have recorded it. */
export const signatureLifetimeSeconds = 5 * 60

/** How long Stripe lists its events. */
export const listedEventDays = 30

/** How long we remember which events have arrived. */
export const eventLifetimeDays = 2 * listedEventDays

export const AnyEvent = v.object({ type: v.string() })

/** What we read of an event. Its object may be outdated by the time it arrives, so we only take its id. */
export const ReceivedEvent = v.object({
  id: v.pipe(v.string(), v.regex(/^evt_\w{1,250}$/)),
  type: v.picklist(eventTypes),
  account: v.optional(v.pipe(v.string(), v.regex(/^acct_\w{1,250}$/))),
  created: v.pipe(v.number(), v.integer(), v.minValue(0)),
  data: v.object({ object: v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(255)) }) }),
})
export type ReceivedEvent = v.InferOutput<typeof ReceivedEvent>
