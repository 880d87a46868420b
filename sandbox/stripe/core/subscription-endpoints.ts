import type Stripe from 'stripe'
import type { Books } from './books.ts'
import { endpoint } from './endpoint.ts'
import { invalid, missing } from './errors.ts'
import { isWithin, paginate } from './lists.ts'
import {
  boolean,
  choice,
  integer,
  list,
  metadata,
  newMetadata,
  optional,
  page,
  paramsOf,
  percent,
  range,
  shape,
  text,
  timestamp,
  unsettable,
  wordOr,
} from './params.ts'
import { newPrice } from './prices.ts'
import { cancelSubscription, changeSubscription } from './subscription-changes.ts'
import { createSubscription, isEnded } from './subscriptions.ts'

const priceData = shape({ ...newPrice, product: text() })
const quantity = optional(integer(0, 999_999))
const paymentBehavior = optional(choice(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']))
const prorationBehavior = optional(choice(['always_invoice', 'create_prorations', 'none']))
const feedback = choice([
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
])
const cancellationDetails = optional(shape({ comment: optional(text()), feedback: optional(feedback) }))

/** The items of a change. A preview has the same. */
export const itemChanges = list(
  shape({
    id: optional(text()),
    deleted: optional(boolean),
    price: optional(text()),
    price_data: optional(priceData),
    quantity,
    metadata: optional(metadata),
  }),
  20,
)

const createParams = paramsOf<Stripe.SubscriptionCreateParams>()({
  customer: text(),
  items: list(shape({ price: optional(text()), price_data: optional(priceData), quantity, metadata: optional(newMetadata) }), 20),
  add_invoice_items: optional(list(shape({ price: optional(text()), quantity }), 20)),
  application_fee_percent: optional(percent),
  cancel_at: optional(timestamp),
  cancel_at_period_end: optional(boolean),
  collection_method: optional(choice(['charge_automatically'])),
  currency: optional(text(3)),
  default_payment_method: optional(text()),
  description: optional(text(500)),
  metadata: optional(metadata),
  off_session: optional(boolean),
  payment_behavior: paymentBehavior,
  payment_settings: optional(shape({ save_default_payment_method: optional(choice(['off', 'on_subscription'])) })),
  proration_behavior: prorationBehavior,
  trial_end: optional(wordOr('now', timestamp)),
  trial_period_days: optional(integer(1, 730)),
})

const updateParams = paramsOf<Stripe.SubscriptionUpdateParams>()({
  items: optional(itemChanges),
  application_fee_percent: optional(unsettable(percent)),
  billing_cycle_anchor: optional(shape({ type: choice(['now', 'unchanged']) })),
  cancel_at: optional(unsettable(timestamp)),
  cancel_at_period_end: optional(boolean),
  cancellation_details: cancellationDetails,
  default_payment_method: optional(text()),
  description: optional(unsettable(text(500))),
  metadata: optional(metadata),
  off_session: optional(boolean),
  payment_behavior: paymentBehavior,
  proration_behavior: prorationBehavior,
  proration_date: optional(timestamp),
  trial_end: optional(wordOr('now', timestamp)),
})

const cancelParams = paramsOf<Stripe.SubscriptionCancelParams>()({
  cancellation_details: cancellationDetails,
  invoice_now: optional(boolean),
  prorate: optional(boolean),
})

const listParams = paramsOf<Stripe.SubscriptionListParams>()({
  ...page,
  created: optional(range),
  current_period_end: optional(range),
  customer: optional(text()),
  price: optional(text()),
  status: optional(
    choice(['active', 'all', 'canceled', 'ended', 'incomplete', 'incomplete_expired', 'past_due', 'paused', 'trialing', 'unpaid']),
  ),
})

export const subscriptionEndpoints = [
  endpoint('POST', '/v1/subscriptions', createParams, ({ books, params }) => createSubscription(books, params)),
  endpoint('GET', '/v1/subscriptions/:id', paramsOf<Stripe.SubscriptionRetrieveParams>()({}), ({ books, id }) =>
    books.find('subscription', id),
  ),
  endpoint('POST', '/v1/subscriptions/:id', updateParams, ({ books, id, params }) => changeSubscription(books, id, params)),
  endpoint('DELETE', '/v1/subscriptions/:id', cancelParams, ({ books, id, params }) => cancelSubscription(books, id, params)),
  endpoint('GET', '/v1/subscriptions', listParams, ({ books, params }) => {
    const { status, customer, price, current_period_end } = params
    const rows = books.all('subscription').filter((row) => {
      const hasStatus =
        status === undefined ? row.status !== 'canceled' : status === 'all' || (status === 'ended' ? isEnded(row) : row.status === status)
      const [item] = row.items.data
      return (
        hasStatus &&
        (!customer || row.customer === customer) &&
        (!price || row.items.data.some((entry) => entry.price.id === price)) &&
        isWithin(item?.current_period_end ?? 0, current_period_end)
      )
    })
    return paginate(rows, '/v1/subscriptions', params)
  }),
  endpoint(
    'GET',
    '/v1/subscription_items',
    paramsOf<Stripe.SubscriptionItemListParams>()({ ...page, subscription: text() }),
    ({ books, params }) =>
      paginate(books.find('subscription', params.subscription, 'subscription').items.data.toReversed(), '/v1/subscription_items', params),
  ),
  endpoint('GET', '/v1/subscription_items/:id', paramsOf<Stripe.SubscriptionItemRetrieveParams>()({}), ({ books, id }) => {
    for (const { items } of books.all('subscription')) for (const item of items.data) if (item.id === id) return item
    throw missing('subscription_item', id)
  }),
]

/** The subscription whose change a preview shows. */
export function findLive(books: Books, id: string) {
  const subscription = books.find('subscription', id, 'subscription')
  if (isEnded(subscription))
    throw invalid('You cannot preview the invoice of a subscription that has ended.', { code: 'invoice_upcoming_none' })
  return subscription
}
