import { day } from './balance.ts'
import type { Books } from './books.ts'
import { StripeError } from './errors.ts'
import { emit } from './events.ts'
import { periodLine, waitingLines } from './invoice-lines.ts'
import { type Payment, payInvoice, voidInvoice } from './invoice-payment.ts'
import { createInvoice, finalizeInvoice } from './invoices.ts'
import { periodEnd } from './periods.ts'
import { activate, endSubscription, isEnded, planPeriod } from './subscriptions.ts'
import type { Row } from './types.ts'

const hour = 3600
/** After a failed payment, Stripe tries again after so many days. Then the subscription ends. */
const retryDays = [3, 5, 7]

/** A new period begins: its invoice is a draft for an hour and is paid then. */
export function endPeriod(books: Books, id: string): void {
  const subscription = books.find('subscription', id)
  const [item] = subscription.items.data
  const recurring = item?.price.recurring
  if (isEnded(subscription) || subscription.status === 'incomplete' || !item || !recurring || item.current_period_end > books.now) return
  if (subscription.cancel_at_period_end) return void endSubscription(books, id)
  const period = { start: item.current_period_end, end: periodEnd(subscription.billing_cycle_anchor, recurring, item.current_period_end) }
  const items = subscription.items.data.map((entry) => ({ ...entry, current_period_start: period.start, current_period_end: period.end }))
  const renewed = books.change('subscription', id, {
    items: { ...subscription.items, data: items },
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
  })
  planPeriod(books, renewed)
  const customer = books.find('customer', renewed.customer)
  const drafts = [...waitingLines(books, customer.id, id), ...items.map((entry) => periodLine(books, id, entry, period))]
  const invoice = createInvoice(books, {
    customer,
    currency: renewed.currency,
    drafts,
    reason: 'subscription_cycle',
    subscription: renewed,
  })
  books.change('invoice', invoice.id, {
    automatically_finalizes_at: books.now + hour,
    period_start: item.current_period_start,
    period_end: period.start,
  })
  books.plan('advance-invoice', books.now + hour, invoice.id)
  emit(books, 'customer.subscription.updated', books.find('subscription', id), subscription)
}

/** Finalizes a draft, or tries to pay an open invoice again. */
export function advanceInvoice(books: Books, id: string): void {
  const invoice = books.find('invoice', id)
  if (!invoice.auto_advance || !['draft', 'open'].includes(invoice.status ?? '')) return
  const finalized = invoice.status === 'draft' ? finalizeInvoice(books, id) : invoice
  if (finalized.status === 'paid') afterPaid(books, finalized)
  else tryPayment(books, id)
}

/** Tries to pay while nobody is there. A failure makes the subscription past due, and the last one ends it. */
function tryPayment(books: Books, id: string): void {
  const { attempt_count } = books.find('invoice', id)
  try {
    payInvoice(books, id, { isOffSession: true, isAutomatic: true })
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const failed = books.find('invoice', id)
    // Without a card there was no attempt, but the schedule goes on.
    if (failed.attempt_count === attempt_count)
      emit(books, 'invoice.payment_failed', books.change('invoice', id, { attempt_count: attempt_count + 1, attempted: true }))
    failPayment(books, id)
  }
}

/** A person tries to pay. If this is the first attempt and it fails, the schedule of retries begins. */
export function payByHand(books: Books, id: string, payment: Payment): Row<'invoice'> {
  const isFirst = books.find('invoice', id).attempt_count === 0
  try {
    return payInvoice(books, id, payment)
  } catch (error) {
    if (isFirst && error instanceof StripeError && error.keepsWork) failPayment(books, id)
    throw error
  }
}

export function failPayment(books: Books, id: string): void {
  const invoice = books.find('invoice', id)
  const subscription = subscriptionOf(books, invoice)
  // A subscription that has never been paid waits for its customer.
  if (!invoice.auto_advance || subscription?.status === 'incomplete') return
  const wait = retryDays[invoice.attempt_count - 1]
  if (wait !== undefined) {
    const next = books.now + wait * day
    emit(books, 'invoice.updated', books.change('invoice', id, { next_payment_attempt: next }), invoice)
    books.plan('advance-invoice', next, id)
  } else books.change('invoice', id, { next_payment_attempt: null, auto_advance: false })
  if (!subscription || isEnded(subscription)) return
  if (wait === undefined) return void endSubscription(books, subscription.id, { reason: 'payment_failed' })
  if (subscription.status === 'past_due') return
  const late = books.change('subscription', subscription.id, { status: 'past_due' })
  emit(books, 'customer.subscription.updated', late, subscription)
}

const subscriptionOf = (books: Books, invoice: Row<'invoice'>) =>
  books.get('subscription', invoice.parent?.subscription_details?.subscription)

/** When the last open invoice of a subscription is paid, it is active again. */
export function afterPaid(books: Books, invoice: Row<'invoice'>): void {
  const subscription = subscriptionOf(books, invoice)
  if (!subscription || isEnded(subscription)) return
  const isOwed = books.all('invoice').some((row) => row.status === 'open' && subscriptionOf(books, row)?.id === subscription.id)
  if (!isOwed || subscription.latest_invoice === invoice.id) activate(books, subscription.id)
}

export function expireIncomplete(books: Books, id: string): void {
  const subscription = books.find('subscription', id)
  if (subscription.status !== 'incomplete') return
  const { latest_invoice } = endSubscription(books, id, { reason: 'payment_failed' })
  const invoice = books.get('invoice', latest_invoice)
  if (invoice?.status === 'open') voidInvoice(books, invoice.id, 'void')
}

export function cancelAt(books: Books, id: string): void {
  const subscription = books.find('subscription', id)
  if (!isEnded(subscription) && subscription.cancel_at !== null && subscription.cancel_at <= books.now) endSubscription(books, id)
}

export function warnOfTrialEnd(books: Books, id: string): void {
  const subscription = books.find('subscription', id)
  if (subscription.status === 'trialing') emit(books, 'customer.subscription.trial_will_end', subscription)
}
