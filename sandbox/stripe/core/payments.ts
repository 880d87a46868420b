import { startDebit } from './bank-debits.ts'
import type { Books } from './books.ts'
import { messageOf } from './cards.ts'
import { chargeCard, newCharge } from './charges.ts'
import { openDispute } from './disputes.ts'
import { invalid, StripeError } from './errors.ts'
import { emit, withoutHidden } from './events.ts'
import { attachMethod, spentMessage } from './payment-methods.ts'
import type { Row } from './types.ts'

type Intent = Row<'payment_intent'>
type Method = Row<'payment_method'>

export type Confirmation = {
  method: Method
  /** The payer is not there, so nobody can authenticate. */
  isOffSession?: boolean
  /** The payer has just authenticated. */
  isAuthenticated?: boolean
  returnUrl?: string | undefined
}

const confirmable = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** Tries to pay. Returns the intent as `succeeded`, `processing` or `requires_action`, and throws a declined card, which leaves a failed charge. */
export function confirmPayment(books: Books, intentId: string, confirmation: Confirmation): Intent {
  const intent = books.find('payment_intent', intentId)
  const { method, isOffSession = false, isAuthenticated = false, returnUrl } = confirmation
  if (!confirmable.includes(intent.status)) throw unexpectedState(intent, 'confirm')
  checkOwner(intent, method)
  if (method._behavior.arrives !== undefined) return startDebit(books, intent, method)
  const { outcome, asksEachTime, declineCode = 'generic_decline', code = 'card_declined' } = method._behavior
  const needsPerson = outcome === 'authenticates' && !isAuthenticated && (asksEachTime || !method._isAuthenticated)
  if (outcome === 'declines') throw decline(books, intent, method, { code, declineCode })
  if (needsPerson && isOffSession)
    throw decline(books, intent, method, { code: 'authentication_required', declineCode: 'authentication_required' })
  if (needsPerson) return askPerson(books, intent, method, returnUrl)
  return succeed(books, intent, method, isAuthenticated)
}

/** The payer has refused to authenticate, or failed to. */
export function failAuthentication(books: Books, intentId: string): Intent {
  const intent = books.find('payment_intent', intentId)
  const message = 'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
  const failed = books.change('payment_intent', intent.id, {
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_payment_error: { code: 'payment_intent_authentication_failure', message, type: 'invalid_request_error' },
  })
  emit(books, 'payment_intent.payment_failed', failed)
  return failed
}

function askPerson(books: Books, intent: Intent, method: Method, returnUrl: string | undefined): Intent {
  const url = `${books.world.options.url}/authenticate/${books.account}/${intent.id}`
  const waiting = books.change('payment_intent', intent.id, {
    status: 'requires_action',
    payment_method: method.id,
    last_payment_error: null,
    next_action: returnUrl
      ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
      : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } },
  })
  emit(books, 'payment_intent.requires_action', waiting)
  return waiting
}

function succeed(books: Books, intent: Intent, method: Method, wasAuthenticated: boolean): Intent {
  const charge = chargeCard(books, intent, method, { wasAuthenticated })
  const isSaved = intent.customer !== null && intent.setup_future_usage !== null
  if (isSaved && intent.customer) attachMethod(books, method, intent.customer)
  const { customer } = books.find('payment_method', method.id)
  books.change('payment_method', method.id, {
    _isSpent: customer === null,
    _isAuthenticated: method._isAuthenticated || (isSaved && wasAuthenticated),
  })
  const paid = books.change('payment_intent', intent.id, {
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  })
  emit(books, 'charge.succeeded', charge)
  emit(books, 'payment_intent.succeeded', paid)
  if (method._behavior.isDisputed) openDispute(books, charge.id, 'fraudulent')
  books.world.afterPayment(books, paid)
  return books.find('payment_intent', intent.id)
}

function decline(books: Books, intent: Intent, method: Method, failure: { code: string; declineCode: string }): StripeError {
  const charge = books.put('charge', newCharge(books, intent, method, { failure }))
  const message = messageOf(failure.declineCode)
  const error = { charge: charge.id, code: failure.code, decline_code: failure.declineCode, message, type: 'card_error' as const }
  const failed = books.change('payment_intent', intent.id, {
    last_payment_error: { ...error, doc_url: docUrl(failure.code), payment_method: visible(method) },
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  })
  emit(books, 'charge.failed', charge)
  emit(books, 'payment_intent.payment_failed', failed)
  const fields = { ...error, payment_intent: withoutHidden(failed), payment_method: withoutHidden(method) }
  return new StripeError(402, fields, { keepsWork: true })
}

function visible({ _behavior, _isSpent, _isAuthenticated, ...method }: Method) {
  return method
}

const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

function checkOwner(intent: Intent, method: Method): void {
  if (method._isSpent) throw invalid(spentMessage)
  if (!method.customer || method.customer === intent.customer) return
  const message = intent.customer
    ? `The provided PaymentMethod belongs to another Customer (${method.customer}).`
    : `The payment method supplied (${method.id}) belongs to the Customer (${method.customer}). Please include the Customer in the \`customer\` parameter on the PaymentIntent.`
  throw invalid(message, { param: 'payment_method' })
}

export function unexpectedState(intent: Intent, verb: string): StripeError {
  return new StripeError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: withoutHidden(intent),
  })
}

export function cancelPayment(books: Books, intent: Intent, reason: string | null): Intent {
  if (![...confirmable, 'requires_capture'].includes(intent.status)) throw unexpectedState(intent, 'cancel')
  const canceled = books.change('payment_intent', intent.id, {
    canceled_at: books.now,
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  })
  emit(books, 'payment_intent.canceled', canceled)
  return canceled
}
