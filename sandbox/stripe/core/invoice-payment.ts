import type { Books } from './books.ts'
import { invalid, StripeError } from './errors.ts'
import { emit } from './events.ts'
import { createIntent } from './payment-intents.ts'
import { cancelPayment, confirmPayment } from './payments.ts'
import type { Row } from './types.ts'

type Invoice = Row<'invoice'>

/** The card that pays an invoice unless the caller names one. */
export function methodFor(books: Books, invoice: Invoice): string | undefined {
  const subscription = books.get('subscription', invoice.parent?.subscription_details?.subscription)
  const customer = books.get('customer', invoice.customer)
  return (
    invoice.default_payment_method ?? subscription?.default_payment_method ?? customer?.invoice_settings.default_payment_method ?? undefined
  )
}

export function intentOf(books: Books, invoice: Invoice): Row<'payment_intent'> | undefined {
  const payment = books.all('invoice_payment').findLast((row) => row.invoice === invoice.id)
  return books.get('payment_intent', payment?.payment.payment_intent)
}

/** The intent with which an open invoice is paid. */
export function ensureIntent(books: Books, invoice: Invoice): Row<'payment_intent'> {
  const known = intentOf(books, invoice)
  if (known && known.status !== 'canceled') return known
  const subscription = books.get('subscription', invoice.parent?.subscription_details?.subscription)
  const percent = subscription?.application_fee_percent ?? 0
  const intent = createIntent(books, {
    amount: invoice.amount_remaining,
    currency: invoice.currency,
    customer: invoice.customer ?? undefined,
    description: subscription ? 'Subscription update' : `Invoice ${invoice.number}`,
    setup_future_usage: subscription ? 'off_session' : undefined,
    invoice: invoice.id,
    ...(percent > 0 && { application_fee_amount: Math.floor((invoice.amount_remaining * percent) / 100) }),
  })
  books.put('invoice_payment', {
    id: books.newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_remaining,
    created: books.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
  books.change('invoice', invoice.id, { confirmation_secret: { client_secret: intent.client_secret ?? '', type: 'payment_intent' } })
  return intent
}

export type Payment = {
  method?: string | undefined
  isOffSession?: boolean
  isAuthenticated?: boolean
  /** The schedule of retries asks. Attempts of people do not count in it, unless they are the first. */
  isAutomatic?: boolean
}

/** Tries to pay an open invoice. Throws the decline, after it recorded the attempt. */
export function payInvoice(books: Books, id: string, payment: Payment = {}): Invoice {
  const { method, isOffSession = false, isAuthenticated = false, isAutomatic = false } = payment
  const invoice = books.find('invoice', id)
  if (invoice.status === 'paid') throw invalid('Invoice is already paid')
  if (invoice.status !== 'open')
    throw invalid(`This invoice has the status ${invoice.status}, so it cannot be paid.`, { code: 'invoice_not_editable' })
  const methodId = method ?? methodFor(books, invoice)
  if (!methodId)
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    )
  const intent = ensureIntent(books, invoice)
  const isCounted = isAutomatic || invoice.attempt_count === 0
  books.change('invoice', id, { attempt_count: invoice.attempt_count + (isCounted ? 1 : 0), attempted: true })
  try {
    const tried = confirmPayment(books, intent.id, { method: books.find('payment_method', methodId), isOffSession, isAuthenticated })
    if (tried.status === 'requires_action') emit(books, 'invoice.payment_action_required', books.find('invoice', id))
    return books.find('invoice', id)
  } catch (error) {
    if (error instanceof StripeError && error.keepsWork) {
      if (error.fields.code === 'authentication_required') emit(books, 'invoice.payment_action_required', books.find('invoice', id))
      emit(books, 'invoice.payment_failed', books.find('invoice', id))
    }
    throw error
  }
}

export function voidInvoice(books: Books, id: string, status: 'uncollectible' | 'void'): Invoice {
  const invoice = books.find('invoice', id)
  if (!['open', 'uncollectible'].includes(invoice.status ?? '') || invoice.status === status)
    throw invalid(`You can only pass in open invoices. This invoice isn't open.`, { code: 'status_transition_invalid' })
  const intent = intentOf(books, invoice)
  if (status === 'void' && intent && intent.status !== 'canceled') cancelPayment(books, intent, 'void_invoice')
  const ended = books.change('invoice', id, {
    auto_advance: false,
    next_payment_attempt: null,
    status,
    status_transitions: { ...invoice.status_transitions, [status === 'void' ? 'voided_at' : 'marked_uncollectible_at']: books.now },
  })
  emit(books, status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', ended, invoice)
  return ended
}
