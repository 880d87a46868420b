import { day } from './balance.ts'
import { type Books, mergeMetadata } from './books.ts'
import { type NewLine, priceOf } from './checkout-lines.ts'
import { checkCurrency } from './currencies.ts'
import { findCustomer } from './customers.ts'
import { invalid, missing, StripeError } from './errors.ts'
import { emit } from './events.ts'
import { type Draft, periodLine, trialLine } from './invoice-lines.ts'
import { ensureIntent, methodFor, payInvoice } from './invoice-payment.ts'
import { createInvoice, finalizeInvoice } from './invoices.ts'
import { checkCharging } from './payment-intents.ts'
import { type Period, periodEnd } from './periods.ts'
import { totalOf } from './prices.ts'
import { checkItems, type ItemChange, newItem } from './subscription-items.ts'
import type { Metadata, Row } from './types.ts'

export type Subscription = Row<'subscription'>
export type PaymentBehavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete'

export type NewSubscription = {
  customer: string
  items: ItemChange[]
  add_invoice_items?: NewLine[] | undefined
  application_fee_percent?: number | undefined
  cancel_at?: number | undefined
  cancel_at_period_end?: boolean | undefined
  default_payment_method?: string | undefined
  description?: string | undefined
  metadata?: '' | Metadata | undefined
  off_session?: boolean | undefined
  payment_behavior?: PaymentBehavior | undefined
  trial_end?: 'now' | number | undefined
  trial_period_days?: number | undefined
  /** The payer has just authenticated on a page. */
  isAuthenticated?: boolean
}

const hour = 3600

function trialEnd(books: Books, { trial_end, trial_period_days }: NewSubscription): number | null {
  if (trial_end !== undefined && trial_period_days !== undefined)
    throw invalid('You may only specify one of these parameters: trial_end, trial_period_days.', {
      code: 'parameters_exclusive',
      param: 'trial_end',
    })
  if (trial_period_days !== undefined) return books.now + trial_period_days * day
  if (trial_end === undefined || trial_end === 'now') return null
  if (trial_end <= books.now) throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' })
  return trial_end
}

/** Everything about a new subscription but its first invoice. A preview uses it too. */
export function buildSubscription(
  books: Books,
  fields: NewSubscription,
  id = books.newId('sub'),
): { subscription: Subscription; drafts: Draft[] } {
  const trial = trialEnd(books, fields)
  const start = books.now
  const items = fields.items.map((item, index) => newItem(books, id, item, { start, end: start }, index))
  checkItems(items)
  const [first] = items
  const recurring = first?.price.recurring
  if (!first || !recurring) throw missing('price', '', 'items')
  checkCurrency(books, first.price.currency)
  const period: Period = { start, end: trial ?? periodEnd(start, recurring, start) }
  const data = items.map((item) => ({ ...item, current_period_start: period.start, current_period_end: period.end }))
  const subscription: Subscription = {
    id,
    object: 'subscription',
    application: books.isPlatform ? null : books.world.options.clientId,
    application_fee_percent: fields.application_fee_percent ?? null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trial ?? start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: fields.cancel_at_period_end ? period.end : (fields.cancel_at ?? null),
    cancel_at_period_end: fields.cancel_at_period_end ?? false,
    canceled_at: fields.cancel_at_period_end || fields.cancel_at ? start : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: start,
    currency: first.price.currency,
    customer: fields.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: fields.default_payment_method ?? null,
    default_source: null,
    default_tax_rates: [],
    description: fields.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: { object: 'list', data, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, fields.metadata),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status: trial ? 'trialing' : 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: trial,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: trial ? start : null,
  }
  const drafts = data.map((item) => (trial ? trialLine(books, id, item, period) : periodLine(books, id, item, period)))
  return { subscription, drafts: [...drafts, ...extraLines(books, fields.add_invoice_items ?? [], period)] }
}

/** What is paid once, with the first invoice. */
const extraLines = (books: Books, lines: NewLine[], period: Period): Draft[] =>
  lines.map((line, index) => {
    const price = priceOf(books, line, `add_invoice_items[${index}]`)
    const quantity = line.quantity ?? 1
    const description = books.get('product', price.product)?.name ?? price.product
    return {
      amount: totalOf(price, quantity),
      description,
      price,
      quantity,
      period,
      subscription: null,
      item: null,
      invoiceItem: null,
      isProration: false,
    }
  })

export function createSubscription(books: Books, fields: NewSubscription): Subscription {
  const customer = findCustomer(books, fields.customer)
  checkCharging(books)
  const { payment_behavior = 'allow_incomplete', default_payment_method: method } = fields
  if (method && books.find('payment_method', method, 'default_payment_method').customer !== customer.id)
    throw invalid(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      {
        code: 'resource_missing',
        param: 'default_payment_method',
      },
    )
  const { subscription, drafts } = buildSubscription(books, fields)
  const total = drafts.reduce((sum, { amount }) => sum + amount, 0)
  if (total > 0 && !method && !customer.invoice_settings.default_payment_method && payment_behavior !== 'default_incomplete')
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      {
        code: 'resource_missing',
      },
    )
  books.put('subscription', subscription)
  emit(books, 'customer.subscription.created', subscription)
  planPeriod(books, subscription)
  const invoice = createInvoice(books, { customer, currency: subscription.currency, drafts, reason: 'subscription_create', subscription })
  const finalized = finalizeInvoice(books, invoice.id)
  if (finalized.status === 'paid') return activate(books, subscription.id)
  books.plan('expire-incomplete', books.now + 23 * hour, subscription.id)
  if (payment_behavior === 'default_incomplete') {
    ensureIntent(books, finalized)
    return books.find('subscription', subscription.id)
  }
  try {
    const isOffSession = fields.off_session === true
    payInvoice(books, invoice.id, { method: methodFor(books, finalized), isOffSession, isAuthenticated: fields.isAuthenticated === true })
  } catch (error) {
    if (!(error instanceof StripeError && error.keepsWork)) throw error
    if (payment_behavior === 'error_if_incomplete') throw new StripeError(error.status, error.fields)
  }
  const tried = books.find('subscription', subscription.id)
  if (tried.status === 'incomplete' && payment_behavior === 'error_if_incomplete') throw asksPayer()
  return tried
}

/** The bank wants to ask the owner of the card, and nobody is there who could answer. */
export const asksPayer = () =>
  new StripeError(402, {
    type: 'card_error',
    code: 'subscription_payment_intent_requires_action',
    message: 'Payment for this subscription requires additional user action before it can be completed successfully.',
  })

/** The first invoice, or an overdue one, is paid. */
export function activate(books: Books, id: string): Subscription {
  const subscription = books.find('subscription', id)
  if (!['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) return subscription
  const active = books.change('subscription', id, { status: 'active' })
  emit(books, 'customer.subscription.updated', active, subscription)
  return active
}

/** Plans what happens at the end of the current period, and before the end of a trial. */
export function planPeriod(books: Books, subscription: Subscription): void {
  const end = subscription.items.data[0]?.current_period_end ?? 0
  books.plan('end-period', end, subscription.id)
  if (subscription.cancel_at && subscription.cancel_at !== end) books.plan('cancel-at', subscription.cancel_at, subscription.id)
  if (subscription.trial_end && subscription.trial_end - 3 * day >= books.now)
    books.plan('trial-will-end', subscription.trial_end - 3 * day, subscription.id)
}

export const isEnded = ({ status }: Subscription) => status === 'canceled' || status === 'incomplete_expired'

type Ending = { reason?: 'cancellation_requested' | 'payment_failed'; comment?: string | null; feedback?: string | null }

/** Ends a subscription now. */
export function endSubscription(
  books: Books,
  id: string,
  { reason = 'cancellation_requested', comment, feedback }: Ending = {},
): Subscription {
  const subscription = books.find('subscription', id)
  if (isEnded(subscription)) throw missing('subscription', id)
  const details = subscription.cancellation_details
  const ended = books.change('subscription', id, {
    status: subscription.status === 'incomplete' && reason === 'payment_failed' ? 'incomplete_expired' : 'canceled',
    canceled_at: subscription.canceled_at ?? books.now,
    cancellation_details: {
      comment: comment ?? details?.comment ?? null,
      feedback: feedback ?? details?.feedback ?? null,
      feedback_option: null,
      reason,
    },
    ended_at: books.now,
  })
  for (const invoice of books.all('invoice'))
    if (invoice.parent?.subscription_details?.subscription === id && invoice.auto_advance)
      books.change('invoice', invoice.id, { auto_advance: false, next_payment_attempt: null })
  emit(books, 'customer.subscription.deleted', ended)
  return ended
}

export function endSubscriptionsOf(books: Books, customer: string): void {
  for (const subscription of books.all('subscription'))
    if (subscription.customer === customer && !isEnded(subscription)) endSubscription(books, subscription.id)
}
