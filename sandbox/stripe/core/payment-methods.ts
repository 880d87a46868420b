import type Stripe from 'stripe'
import { type Books, mergeMetadata } from './books.ts'
import { findCard, messageOf, numberOfToken } from './cards.ts'
import { endpoint } from './endpoint.ts'
import { invalid, StripeError } from './errors.ts'
import { emit } from './events.ts'
import { paginate } from './lists.ts'
import { address, choice, email, integer, metadata, newMetadata, optional, page, paramsOf, shape, text, unsettable } from './params.ts'
import type { Row } from './types.ts'

export type Billing = { name?: string | undefined; email?: string | undefined }
type Method = Row<'payment_method'>

/** Creates the payment method of a test card. */
export function createCard(books: Books, number: string, { name, email: address }: Billing = {}, metadata = {}): Method {
  const card = findCard(number)
  if (!card) {
    const message = 'Your card was declined. Your request was in test mode, but used a non test card.'
    throw new StripeError(402, { type: 'card_error', code: 'card_declined', decline_code: 'test_mode_live_card', message, param: 'number' })
  }
  return books.put('payment_method', {
    id: books.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: emptyAddress, email: address ?? null, name: name ?? null, phone: null, tax_id: null },
    ...(card.isBank ? bankOf(number) : cardOf(books, number)),
    created: books.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    _behavior: card.behavior,
    _isSpent: false,
    _isAuthenticated: false,
  })
}

function cardOf(books: Books, number: string) {
  const { brand = 'visa', country = 'US', funding = 'credit' } = findCard(number) ?? {}
  const card = {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country,
    display_brand: brand,
    exp_month: 12,
    exp_year: new Date(books.now * 1000).getUTCFullYear() + 3,
    fingerprint: `fp${number.slice(-10)}`,
    funding,
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
  return { type: 'card', card }
}

const bankOf = (number: string) => ({
  type: 'us_bank_account',
  us_bank_account: {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: `fp${number.slice(-10)}`,
    last4: number.slice(-4),
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: '110000000',
    status_details: {},
  },
})

export const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

/** The method with this id. A token such as `pm_card_visa` creates one. */
export function findMethod(books: Books, id: string, param = 'payment_method'): Method {
  const number = numberOfToken(id)
  return number ? createCard(books, number) : books.find('payment_method', id, param)
}

export function attachMethod(books: Books, method: Method, customer: string): Method {
  if (method.customer === customer) return method
  if (method.customer)
    throw invalid('The payment method you provided has already been attached to a customer.', { code: 'payment_method_unexpected_state' })
  if (method._isSpent) throw invalid(spentMessage)
  const { outcome, failsOnAttach, declineCode = 'generic_decline', code = 'card_declined' } = method._behavior
  if (outcome === 'declines' && failsOnAttach !== false)
    throw new StripeError(402, { type: 'card_error', code, decline_code: declineCode, message: messageOf(declineCode) })
  const attached = books.change('payment_method', method.id, { customer })
  emit(books, 'payment_method.attached', attached)
  return attached
}

export const spentMessage =
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.'

const billingDetails = shape({
  address: optional(unsettable(address)),
  email: optional(unsettable(email)),
  name: optional(unsettable(text())),
  phone: optional(unsettable(text())),
})

const createParams = paramsOf<Stripe.PaymentMethodCreateParams>()({
  type: choice(['card']),
  card: shape({
    number: optional(text(20)),
    exp_month: optional(integer(1, 12)),
    exp_year: optional(integer(2000, 2100)),
    cvc: optional(text(4)),
    token: optional(text()),
  }),
  billing_details: optional(billingDetails),
  metadata: optional(newMetadata),
})

const updateParams = paramsOf<Stripe.PaymentMethodUpdateParams>()({
  billing_details: optional(billingDetails),
  metadata: optional(metadata),
  allow_redisplay: optional(choice(['always', 'limited', 'unspecified'])),
})

export const paymentMethodEndpoints = [
  endpoint('POST', '/v1/payment_methods', createParams, ({ books, params }) => {
    const { number, token } = params.card
    if (!number && !token) throw invalid('Missing required param: card[number].', { code: 'parameter_missing', param: 'card[number]' })
    const known = token ? numberOfToken(token.replace(/^tok_/, 'pm_card_')) : number?.replaceAll(/[\s-]/g, '')
    if (!known) throw invalid(`No such token: '${token}'`, { code: 'resource_missing', param: 'card[token]' })
    const { name, email: address } = params.billing_details ?? {}
    return createCard(books, known, { name: name || undefined, email: address || undefined }, mergeMetadata({}, params.metadata))
  }),
  endpoint('GET', '/v1/payment_methods/:id', paramsOf<Stripe.PaymentMethodRetrieveParams>()({}), ({ books, id }) =>
    books.find('payment_method', id),
  ),
  endpoint('POST', '/v1/payment_methods/:id', updateParams, ({ books, id, params }) => {
    const method = books.find('payment_method', id)
    const { name, email: address } = params.billing_details ?? {}
    const billing_details = {
      ...method.billing_details,
      ...(name !== undefined && { name: name || null }),
      ...(address !== undefined && { email: address || null }),
    }
    const changed = books.change('payment_method', id, {
      billing_details,
      ...(params.allow_redisplay && { allow_redisplay: params.allow_redisplay }),
      metadata: mergeMetadata(method.metadata, params.metadata),
    })
    emit(books, 'payment_method.updated', changed, method)
    return changed
  }),
  endpoint(
    'POST',
    '/v1/payment_methods/:id/attach',
    paramsOf<Stripe.PaymentMethodAttachParams>()({ customer: text() }),
    ({ books, id, params }) => {
      books.find('customer', params.customer, 'customer')
      return attachMethod(books, findMethod(books, id, 'id'), params.customer)
    },
  ),
  endpoint('POST', '/v1/payment_methods/:id/detach', paramsOf<Stripe.PaymentMethodDetachParams>()({}), ({ books, id }) => {
    const method = books.find('payment_method', id)
    if (!method.customer)
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.', {
        code: 'payment_method_unexpected_state',
        param: 'payment_method',
      })
    const customer = books.get('customer', method.customer)
    if (customer?.invoice_settings.default_payment_method === id)
      books.change('customer', customer.id, { invoice_settings: { ...customer.invoice_settings, default_payment_method: null } })
    const detached = books.change('payment_method', id, { customer: null, _isSpent: true })
    emit(books, 'payment_method.detached', detached, method)
    return detached
  }),
  endpoint(
    'GET',
    '/v1/payment_methods',
    paramsOf<Stripe.PaymentMethodListParams>()({ ...page, customer: optional(text()), type: optional(text()) }),
    ({ books, params }) => listMethods(books, params.customer, params, '/v1/payment_methods'),
  ),
  endpoint(
    'GET',
    '/v1/customers/:id/payment_methods',
    paramsOf<Stripe.CustomerListPaymentMethodsParams>()({ ...page, type: optional(text()) }),
    ({ books, id, params }) => {
      books.find('customer', id, 'customer')
      return listMethods(books, id, params, `/v1/customers/${id}/payment_methods`)
    },
  ),
]

const listMethods = (books: Books, customer: string | undefined, params: { limit?: number; type?: string }, url: string) =>
  paginate(
    books.all('payment_method').filter((row) => customer && row.customer === customer && (!params.type || row.type === params.type)),
    url,
    params,
  )
