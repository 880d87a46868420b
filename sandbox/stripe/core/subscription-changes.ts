import { type Books, mergeMetadata } from './books.ts'
import { invalid, missing, StripeError } from './errors.ts'
import { emit } from './events.ts'
import { type Draft, keepForNextInvoice, prorationLine, waitingLines } from './invoice-lines.ts'
import { payInvoice } from './invoice-payment.ts'
import { createInvoice, finalizeInvoice } from './invoices.ts'
import { afterPaid, endPeriod, failPayment } from './subscription-cycle.ts'
import { type Behavior, type ItemChange, planChange } from './subscription-items.ts'
import { asksPayer, endSubscription, isEnded, planPeriod, type Subscription } from './subscriptions.ts'
import type { Metadata } from './types.ts'

export type Changes = {
  items?: ItemChange[] | undefined
  application_fee_percent?: '' | number | undefined
  billing_cycle_anchor?: { type: 'now' | 'unchanged' } | undefined
  cancel_at?: '' | number | undefined
  cancel_at_period_end?: boolean | undefined
  cancellation_details?: { comment?: string; feedback?: string } | undefined
  default_payment_method?: string | undefined
  description?: string | undefined
  metadata?: '' | Metadata | undefined
  off_session?: boolean | undefined
  payment_behavior?: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' | undefined
  proration_behavior?: Behavior | undefined
  proration_date?: number | undefined
  trial_end?: 'now' | number | undefined
}

export function changeSubscription(books: Books, id: string, changes: Changes): Subscription {
  const subscription = books.find('subscription', id)
  if (isEnded(subscription)) {
    const onlyMetadata = Object.keys(changes).every((name) => name === 'metadata' || name === 'cancellation_details')
    if (!onlyMetadata)
      throw invalid('A canceled subscription can only update its cancellation_details and metadata.', {
        code: 'invalid_canceled_subscription_fields',
      })
  }
  if (
    changes.default_payment_method &&
    books.find('payment_method', changes.default_payment_method, 'default_payment_method').customer !== subscription.customer
  )
    throw missing('payment_method', changes.default_payment_method, 'default_payment_method')
  let changed = books.change('subscription', id, plainChanges(books, subscription, changes))
  const { proration_behavior: behavior = 'create_prorations', trial_end } = changes
  const isAnchorNow = changes.billing_cycle_anchor?.type === 'now'
  if (changes.items || isAnchorNow) {
    const prorationDate = prorationDateOf(changed, changes.proration_date, books.now)
    const plan = planChange(books, changed, { items: changes.items ?? [], prorationDate, behavior, isAnchorNow })
    changed = books.change('subscription', id, {
      items: { ...changed.items, data: plan.items },
      ...(plan.restart && { billing_cycle_anchor: plan.restart.period.start }),
    })
    if (plan.restart) planPeriod(books, changed)
    const isPaidNow = behavior === 'always_invoice' || plan.restart !== null
    if (!isPaidNow) for (const draft of plan.prorations) keepForNextInvoice(books, changed.customer, draft)
    emit(books, 'customer.subscription.updated', changed, subscription)
    const drafts = [...(isPaidNow ? plan.prorations : []), ...(plan.restart?.drafts ?? [])]
    if (isPaidNow && drafts.length > 0) invoiceChange(books, changed, drafts, prorationDate, changes)
  } else if (trial_end !== undefined) {
    changed = changeTrial(books, changed, trial_end)
    emit(books, 'customer.subscription.updated', changed, subscription)
    if (trial_end === 'now' && subscription.status === 'trialing') endPeriod(books, id)
  } else emit(books, 'customer.subscription.updated', changed, subscription)
  return books.find('subscription', id)
}

export function prorationDateOf(subscription: Subscription, date: number | undefined, now: number): number {
  const [item] = subscription.items.data
  if (date === undefined || !item) return date ?? now
  if (date < item.current_period_start || date > item.current_period_end)
    throw invalid('Invalid proration date: it must be within the current period of the subscription.', { param: 'proration_date' })
  return date
}

function plainChanges(books: Books, subscription: Subscription, changes: Changes): Partial<Subscription> {
  const { cancel_at_period_end: atEnd, cancel_at: at, cancellation_details: given } = changes
  const end = subscription.items.data[0]?.current_period_end ?? null
  const details = subscription.cancellation_details
  if (atEnd && at !== undefined)
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', {
      code: 'parameters_exclusive',
      param: 'cancel_at',
    })
  if (typeof at === 'number' && at <= books.now) throw invalid('The `cancel_at` timestamp must be in the future.', { param: 'cancel_at' })
  if (typeof at === 'number') books.plan('cancel-at', at, subscription.id)
  const isEnding = atEnd === true || typeof at === 'number'
  const isStaying = atEnd === false || at === ''
  return {
    ...(isEnding && {
      cancel_at: typeof at === 'number' ? at : end,
      cancel_at_period_end: atEnd === true,
      canceled_at: books.now,
      cancellation_details: {
        comment: given?.comment ?? details?.comment ?? null,
        feedback: given?.feedback ?? details?.feedback ?? null,
        feedback_option: null,
        reason: 'cancellation_requested',
      },
    }),
    ...(isStaying && {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    }),
    ...(changes.application_fee_percent !== undefined && { application_fee_percent: changes.application_fee_percent || null }),
    ...(changes.default_payment_method && { default_payment_method: changes.default_payment_method }),
    ...(changes.description !== undefined && { description: changes.description || null }),
    metadata: mergeMetadata(subscription.metadata, changes.metadata),
  }
}

function changeTrial(books: Books, subscription: Subscription, trialEnd: 'now' | number): Subscription {
  const end = trialEnd === 'now' ? books.now : trialEnd
  if (end < books.now) throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' })
  const data = subscription.items.data.map((item) => ({ ...item, current_period_end: end }))
  const changed = books.change('subscription', subscription.id, {
    billing_cycle_anchor: end,
    items: { ...subscription.items, data },
    trial_end: end,
    ...(trialEnd !== 'now' && { status: 'trialing', trial_start: subscription.trial_start ?? books.now }),
  })
  planPeriod(books, changed)
  return changed
}

/** Invoices a change and pays it. With `error_if_incomplete`, a decline undoes the change. */
function invoiceChange(
  books: Books,
  subscription: Subscription,
  drafts: Draft[],
  prorationDate: number,
  { payment_behavior, off_session }: Changes,
): void {
  const customer = books.find('customer', subscription.customer)
  const all = [...waitingLines(books, customer.id, subscription.id), ...drafts]
  const invoice = createInvoice(books, {
    customer,
    currency: subscription.currency,
    drafts: all,
    reason: 'subscription_update',
    subscription,
    prorationDate,
  })
  const finalized = finalizeInvoice(books, invoice.id)
  if (finalized.status === 'paid') afterPaid(books, finalized)
  if (finalized.status === 'paid' || payment_behavior === 'default_incomplete') return
  try {
    const tried = payInvoice(books, invoice.id, { isOffSession: off_session === true })
    if (tried.status === 'open' && payment_behavior === 'error_if_incomplete') throw asksPayer()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    if (payment_behavior === 'error_if_incomplete' || !error.keepsWork) throw new StripeError(error.status, error.fields)
    failPayment(books, invoice.id)
  }
}

type Cancellation = { invoice_now?: boolean; prorate?: boolean; cancellation_details?: { comment?: string; feedback?: string } }

/** Ends a subscription now. What was paid for the rest of the period comes back only if the caller asks for it. */
export function cancelSubscription(
  books: Books,
  id: string,
  { invoice_now, prorate, cancellation_details = {} }: Cancellation,
): Subscription {
  const subscription = books.find('subscription', id)
  const ended = endSubscription(books, id, cancellation_details)
  const isPaid = subscription.status === 'active' || subscription.status === 'past_due'
  const credits = prorate && isPaid ? subscription.items.data.map((item) => prorationLine(books, id, item, books.now, -1)) : []
  if (!invoice_now) {
    for (const credit of credits) keepForNextInvoice(books, subscription.customer, credit)
    return ended
  }
  const customer = books.find('customer', subscription.customer)
  const drafts = [...waitingLines(books, customer.id, id), ...credits]
  if (drafts.length === 0) return ended
  const invoice = createInvoice(books, {
    customer,
    currency: subscription.currency,
    drafts,
    reason: 'subscription_update',
    subscription: ended,
  })
  const finalized = finalizeInvoice(books, invoice.id)
  if (finalized.status === 'open')
    try {
      payInvoice(books, invoice.id, { isOffSession: true })
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
    }
  return books.find('subscription', id)
}
