import type Stripe from 'stripe'
import type * as v from 'valibot'
import type { Books } from './books.ts'
import { findCustomer } from './customers.ts'
import { invalid } from './errors.ts'
import { periodLine, prorationLine, waitingLines } from './invoice-lines.ts'
import { buildInvoice } from './invoices.ts'
import { boolean, choice, optional, paramsOf, shape, text, timestamp, wordOr } from './params.ts'
import { periodEnd } from './periods.ts'
import { prorationDateOf } from './subscription-changes.ts'
import { findLive, itemChanges } from './subscription-endpoints.ts'
import { planChange } from './subscription-items.ts'
import { buildSubscription } from './subscriptions.ts'

export const previewParams = paramsOf<Stripe.InvoiceCreatePreviewParams>()({
  customer: optional(text()),
  subscription: optional(text()),
  subscription_details: optional(
    shape({
      billing_cycle_anchor: optional(shape({ type: choice(['now', 'unchanged']) })),
      cancel_at_period_end: optional(boolean),
      cancel_now: optional(boolean),
      items: optional(itemChanges),
      proration_behavior: optional(choice(['always_invoice', 'create_prorations', 'none'])),
      proration_date: optional(timestamp),
      trial_end: optional(wordOr('now', timestamp)),
    }),
  ),
})
type Params = v.InferOutput<typeof previewParams>

const previewId = (books: Books) => `upcoming_${books.newId('in')}`

/** The invoice that would come next, or that a change would cause. Nothing is stored. */
export function previewInvoice(books: Books, params: Params) {
  const { subscription: id, subscription_details: details = {} } = params
  if (!id) return previewNew(books, params)
  const subscription = findLive(books, id)
  const customer = books.find('customer', subscription.customer)
  const { proration_behavior: behavior = 'create_prorations', billing_cycle_anchor } = details
  const prorationDate = prorationDateOf(subscription, details.proration_date, books.now)
  const waiting = waitingLines(books, customer.id, id)
  const common = { customer, currency: subscription.currency, subscription, prorationDate, reason: 'upcoming' as const }
  if (details.cancel_now) {
    const credits = behavior === 'none' ? [] : subscription.items.data.map((item) => prorationLine(books, id, item, prorationDate, -1))
    return buildInvoice(books, { ...common, drafts: [...waiting, ...credits] }, previewId(books))
  }
  const plan = planChange(books, subscription, {
    items: details.items ?? [],
    prorationDate,
    behavior,
    isAnchorNow: billing_cycle_anchor?.type === 'now',
  })
  if (plan.restart || (behavior === 'always_invoice' && details.items))
    return buildInvoice(books, { ...common, drafts: [...waiting, ...plan.prorations, ...(plan.restart?.drafts ?? [])] }, previewId(books))
  if (details.cancel_at_period_end ?? subscription.cancel_at_period_end) {
    if (waiting.length + plan.prorations.length === 0)
      throw invalid('No upcoming invoices for customer: the subscription ends with its period.', { code: 'invoice_upcoming_none' })
    return buildInvoice(books, { ...common, drafts: [...waiting, ...plan.prorations] }, previewId(books))
  }
  const [item] = plan.items
  const recurring = item?.price.recurring
  if (!item || !recurring) throw invalid('No upcoming invoices for customer.', { code: 'invoice_upcoming_none' })
  const period = { start: item.current_period_end, end: periodEnd(subscription.billing_cycle_anchor, recurring, item.current_period_end) }
  const renewal = plan.items.map((entry) => periodLine(books, id, entry, period))
  return buildInvoice(books, { ...common, drafts: [...waiting, ...plan.prorations, ...renewal] }, previewId(books))
}

/** What a customer would pay for a subscription that does not exist yet. */
function previewNew(books: Books, { customer: id, subscription_details: details = {} }: Params) {
  if (!id || !details.items)
    throw invalid('You must provide a subscription, or a customer with items.', { code: 'parameter_missing', param: 'subscription' })
  const customer = findCustomer(books, id)
  const { subscription, drafts } = buildSubscription(books, { customer: id, items: details.items, trial_end: details.trial_end })
  return buildInvoice(books, { customer, currency: subscription.currency, drafts, reason: 'upcoming' }, previewId(books))
}
