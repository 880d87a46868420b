import type { Books } from './books.ts'
import { findCard, messageOf } from './cards.ts'
import { expireSession, noDetails } from './checkout-sessions.ts'
import { createCustomer } from './customers.ts'
import { invalid, StripeError } from './errors.ts'
import { emit } from './events.ts'
import { soldOnce } from './invoice-lines.ts'
import { createInvoice, finalizeInvoice, markPaid } from './invoices.ts'
import { checkCharging, createIntent } from './payment-intents.ts'
import { attachMethod, createCard } from './payment-methods.ts'
import { confirmPayment, failAuthentication } from './payments.ts'
import { confirmSetup, createSetupIntent } from './setup-intents.ts'
import { createSubscription } from './subscriptions.ts'
import type { Row } from './types.ts'

type Session = Row<'checkout_session'>

export type Payer = {
  number: string
  email: string
  name: string
  /** What the payer answered when the bank asked. Without an answer, the bank asks. */
  authentication?: 'fail' | 'succeed' | undefined
}
export type Paid = { state: 'complete'; session: Session } | { state: 'asks' }

/** What happens when someone presses Pay. Throws a declined card; the session then stays open. */
export function paySession(books: Books, id: string, payer: Payer): Paid {
  const session = books.find('checkout_session', id)
  if (session.status !== 'open') throw invalid(`This Checkout Session has the status ${session.status}.`)
  if (session.expires_at <= books.now) {
    expireSession(books, session)
    throw new StripeError(400, { type: 'invalid_request_error', message: 'This Checkout Session has expired.' }, { keepsWork: true })
  }
  checkCharging(books)
  if (session.mode === 'payment') return payOnce(books, session, payer)
  if (session.mode === 'setup') return saveCard(books, session, payer)
  return subscribe(books, session, payer)
}

function customerFor(books: Books, session: Session, payer: Payer, isNeeded: boolean): string | null {
  if (session.customer) return session.customer
  if (!isNeeded) return null
  const customer = createCustomer(books, payer)
  emit(books, 'customer.created', customer)
  return books.change('checkout_session', session.id, { customer: customer.id }).customer
}

function payOnce(books: Books, session: Session, payer: Payer): Paid {
  const { intent: fields } = session._extra
  const total = session.amount_total ?? 0
  const isCustomerNeeded =
    session.customer_creation === 'always' || fields.setup_future_usage !== undefined || session.invoice_creation?.enabled === true
  const customer = customerFor(books, session, payer, isCustomerNeeded)
  if (total === 0) return complete(books, session.id, payer, { payment_status: 'no_payment_required' })
  const intent =
    books.get('payment_intent', session.payment_intent) ??
    createIntent(books, {
      ...fields,
      amount: total,
      currency: session.currency ?? 'usd',
      customer: customer ?? undefined,
      receipt_email: fields.receipt_email,
      session: session.id,
    })
  books.change('checkout_session', session.id, { payment_intent: intent.id, customer_details: detailsOf(session, payer) })
  if (payer.authentication === 'fail') return asFailed(() => failAuthentication(books, intent.id))
  const isAsked = intent.status === 'requires_action' && intent.payment_method !== null
  const method = isAsked ? books.find('payment_method', intent.payment_method as string) : createCard(books, payer.number, payer)
  const tried = confirmPayment(books, intent.id, {
    method,
    isAuthenticated: isAsked && payer.authentication === 'succeed',
    returnUrl: session.url ?? undefined,
  })
  if (tried.status === 'requires_action') return { state: 'asks' }
  return { state: 'complete', session: books.find('checkout_session', session.id) }
}

function asFailed(fail: () => unknown): never {
  fail()
  const message = 'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
  throw new StripeError(402, { type: 'card_error', code: 'payment_intent_authentication_failure', message }, { keepsWork: true })
}

/** A payment of a session has succeeded, or is processing, or has failed days after the session was complete. */
export function followPayment(books: Books, intent: Row<'payment_intent'>): void {
  const session = books.get('checkout_session', intent._session)
  if (!session) return
  const { email, name } = session.customer_details ?? {}
  const payer = { email: email ?? '', name: name ?? '' }
  const isPaid = intent.status === 'succeeded'
  const invoice = isPaid && session.invoice_creation?.enabled && intent.customer ? invoiceFor(books, session, intent) : null
  const changes = { payment_status: isPaid ? 'paid' : 'unpaid', ...(invoice && { invoice }) }
  if (session.status === 'open' && (isPaid || intent.status === 'processing')) complete(books, session.id, payer, changes)
  else if (session.status === 'complete' && session.payment_status === 'unpaid')
    emit(books, `checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, books.change('checkout_session', session.id, changes))
}

/** A paid invoice, as the receipt of a payment. */
function invoiceFor(books: Books, session: Session, intent: Row<'payment_intent'>): string {
  const drafts = session._extra.lines.map(({ price, quantity, description }) =>
    soldOnce(books, { amount: (price.unit_amount ?? 0) * quantity, description, price, quantity }),
  )
  const customer = books.find('customer', intent.customer as string)
  const { id } = createInvoice(books, { customer, currency: intent.currency, drafts, reason: 'manual', autoAdvance: false })
  const open = finalizeInvoice(books, id)
  books.put('invoice_payment', {
    id: books.newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: intent.amount,
    created: books.now,
    currency: intent.currency,
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
  markPaid(books, open, intent)
  return id
}

function saveCard(books: Books, session: Session, payer: Payer): Paid {
  const customer = customerFor(books, session, payer, session.customer_creation === 'always')
  const intent =
    books.get('setup_intent', session.setup_intent) ??
    createSetupIntent(books, { customer: customer ?? undefined, metadata: session._extra.intent.metadata })
  books.change('checkout_session', session.id, { setup_intent: intent.id })
  if (payer.authentication === 'fail')
    return asFailed(() => books.change('setup_intent', intent.id, { status: 'requires_payment_method', next_action: null }))
  const method = createCard(books, payer.number, payer)
  if (method._behavior.arrives !== undefined) throw invalid('This stand-in takes bank debits only for single payments.')
  const tried = confirmSetup(books, intent.id, method.id, { isAuthenticated: payer.authentication === 'succeed' })
  if (tried.status === 'requires_action') return { state: 'asks' }
  return complete(books, session.id, payer, {})
}

function subscribe(books: Books, session: Session, payer: Payer): Paid {
  const behavior = findCard(payer.number)?.behavior
  if (behavior?.arrives !== undefined) throw invalid('This stand-in takes bank debits only for single payments.')
  // Nothing is created before the bank has agreed, so that a declined card leaves no subscription.
  if (payer.authentication === 'fail') return asFailed(() => undefined)
  // A trial charges nothing yet, so a card that only fails when it is charged is taken.
  const isTaken = behavior?.failsOnAttach === false && session.amount_total === 0
  if (behavior?.outcome === 'declines' && !isTaken) {
    const { declineCode = 'generic_decline', code = 'card_declined' } = behavior
    throw new StripeError(402, { type: 'card_error', code, decline_code: declineCode, message: messageOf(declineCode) })
  }
  if (behavior?.outcome === 'authenticates' && payer.authentication !== 'succeed') return { state: 'asks' }
  const customer = customerFor(books, session, payer, true) as string
  const method = attachMethod(books, createCard(books, payer.number, payer), customer)
  books.change('payment_method', method.id, { _isAuthenticated: payer.authentication === 'succeed' })
  const { lines, subscription: fields } = session._extra
  const subscription = createSubscription(books, {
    ...fields,
    customer,
    items: lines.filter(({ price }) => price.recurring).map(({ price, quantity }) => lineOf(books, price, quantity)),
    add_invoice_items: lines.filter(({ price }) => !price.recurring).map(({ price, quantity }) => lineOf(books, price, quantity)),
    default_payment_method: method.id,
    payment_behavior: 'error_if_incomplete',
    isAuthenticated: payer.authentication === 'succeed',
  })
  const isFree = (session.amount_total ?? 0) === 0
  return complete(books, session.id, payer, {
    invoice: subscription.latest_invoice,
    payment_status: isFree ? 'no_payment_required' : 'paid',
    subscription: subscription.id,
  })
}

/** Prices made for the session are inactive, so they are made active for the moment in which the subscription takes them. */
function lineOf(books: Books, price: Row<'price'>, quantity: number) {
  if (!books.find('price', price.id).active) books.change('price', price.id, { active: true })
  return { price: price.id, quantity }
}

const detailsOf = (session: Session, { email, name }: { email: string; name: string }) => ({
  ...noDetails,
  ...session.customer_details,
  email: session.customer_details?.email ?? (email || null),
  name: name || null,
  individual_name: name || null,
})

function complete(books: Books, id: string, payer: { email: string; name: string }, changes: Partial<Session>): Paid {
  const session = books.find('checkout_session', id)
  const done = books.change('checkout_session', id, {
    customer_details: detailsOf(session, payer),
    status: 'complete',
    url: null,
    ...changes,
  })
  emit(books, 'checkout.session.completed', done)
  return { state: 'complete', session: done }
}
