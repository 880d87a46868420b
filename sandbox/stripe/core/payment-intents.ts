import type Stripe from 'stripe'
import { type Books, mergeMetadata } from './books.ts'
import { checkAmount } from './currencies.ts'
import { findCustomer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { paginate } from './lists.ts'
import {
  amount,
  boolean,
  choice,
  currency,
  email,
  metadata,
  newMetadata,
  optional,
  page,
  paramsOf,
  range,
  shape,
  text,
  unsettable,
  url,
} from './params.ts'
import { findMethod } from './payment-methods.ts'
import { cancelPayment, confirmPayment, unexpectedState } from './payments.ts'
import type { Metadata, Row } from './types.ts'

type Intent = Row<'payment_intent'>

export type NewIntent = {
  amount: number
  currency: string
  customer?: string | undefined
  application_fee_amount?: number | undefined
  description?: string | undefined
  metadata?: '' | Metadata | undefined
  receipt_email?: string | undefined
  setup_future_usage?: string | undefined
  statement_descriptor?: string | undefined
  statement_descriptor_suffix?: string | undefined
  payment_method?: string | undefined
  transfer_group?: string | undefined
  invoice?: string
  session?: string
}

export function createIntent(books: Books, fields: NewIntent): Intent {
  checkAmount(books, fields.amount, fields.currency)
  checkFee(books, fields.application_fee_amount, fields.amount)
  checkCharging(books)
  const id = books.newId('pi')
  const intent = books.put('payment_intent', {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: fields.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: books.isPlatform ? null : books.world.options.clientId,
    application_fee_amount: fields.application_fee_amount ?? null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${books.world.newId('s', 25).slice(2)}`,
    confirmation_method: 'automatic',
    created: books.now,
    currency: fields.currency,
    customer: fields.customer ?? null,
    customer_account: null,
    description: fields.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, fields.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: fields.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: fields.currency === 'usd' && !fields.invoice ? ['card', 'us_bank_account'] : ['card'],
    payment_record: null,
    processing: null,
    receipt_email: fields.receipt_email ?? null,
    review: null,
    setup_future_usage: fields.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: fields.statement_descriptor ?? null,
    statement_descriptor_suffix: fields.statement_descriptor_suffix ?? null,
    status: fields.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: fields.transfer_group ?? null,
    _invoice: fields.invoice ?? null,
    _session: fields.session ?? null,
  })
  emit(books, 'payment_intent.created', intent)
  return intent
}

export function checkFee(books: Books, fee: number | undefined, amount: number, param = 'application_fee_amount'): void {
  if (fee === undefined) return
  if (books.isPlatform)
    throw invalid(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      { param },
    )
  if (fee > amount) throw invalid(`The application fee cannot be greater than the amount of the payment.`, { param })
}

/** A restricted account cannot be paid. */
export function checkCharging(books: Books): void {
  const account = books.main.get('account', books.account)
  if (books.isPlatform || account?.charges_enabled) return
  throw invalid('Your account cannot currently make charges. Complete the requirements of the account first.', { code: 'account_invalid' })
}

const confirmFields = {
  off_session: optional(boolean),
  payment_method: optional(text()),
  return_url: optional(url),
  receipt_email: optional(unsettable(email)),
  setup_future_usage: optional(unsettable(choice(['off_session', 'on_session']))),
}
const common = {
  application_fee_amount: optional(amount()),
  customer: optional(text()),
  description: optional(text(1000)),
  metadata: optional(metadata),
  statement_descriptor: optional(text(22)),
  statement_descriptor_suffix: optional(text(22)),
  transfer_group: optional(text()),
}

const createParams = paramsOf<Stripe.PaymentIntentCreateParams>()({
  ...common,
  ...confirmFields,
  amount: amount(1),
  metadata: optional(newMetadata),
  currency,
  automatic_payment_methods: optional(shape({ enabled: boolean, allow_redirects: optional(choice(['always', 'never'])) })),
  capture_method: optional(choice(['automatic', 'automatic_async'])),
  confirm: optional(boolean),
  error_on_requires_action: optional(boolean),
})
const updateParams = paramsOf<Stripe.PaymentIntentUpdateParams>()({
  ...common,
  amount: optional(amount(1)),
  currency: optional(currency),
  payment_method: confirmFields.payment_method,
  receipt_email: confirmFields.receipt_email,
  setup_future_usage: confirmFields.setup_future_usage,
})
const confirmParams = paramsOf<Stripe.PaymentIntentConfirmParams>()({ ...confirmFields, error_on_requires_action: optional(boolean) })
const cancelParams = paramsOf<Stripe.PaymentIntentCancelParams>()({
  cancellation_reason: optional(choice(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])),
})
const listParams = paramsOf<Stripe.PaymentIntentListParams>()({ ...page, created: optional(range), customer: optional(text()) })

type Confirm = { off_session?: boolean; payment_method?: string; return_url?: string; error_on_requires_action?: boolean }

function confirm(books: Books, intent: Intent, params: Confirm): Intent {
  const methodId = params.payment_method ?? intent.payment_method
  if (!methodId)
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: 'payment_intent_unexpected_state' },
    )
  checkCharging(books)
  const isOffSession = params.off_session === true || params.error_on_requires_action === true
  return confirmPayment(books, intent.id, { method: findMethod(books, methodId), isOffSession, returnUrl: params.return_url })
}

export const paymentIntentEndpoints = [
  endpoint('POST', '/v1/payment_intents', createParams, ({ books, params }) => {
    const { confirm: isConfirmed, off_session, return_url, error_on_requires_action, receipt_email, setup_future_usage, ...fields } = params
    if (params.customer) findCustomer(books, params.customer)
    if (!isConfirmed && (off_session !== undefined || return_url))
      throw invalid('You cannot provide `off_session` or `return_url` when `confirm` is not true.', {
        param: off_session === undefined ? 'return_url' : 'off_session',
      })
    const method = params.payment_method ? findMethod(books, params.payment_method).id : undefined
    const intent = createIntent(books, {
      ...fields,
      payment_method: method,
      receipt_email: receipt_email || undefined,
      setup_future_usage: setup_future_usage || undefined,
    })
    if (!isConfirmed) return intent
    return confirm(books, intent, { ...params, ...(method && { payment_method: method }) })
  }),
  endpoint('GET', '/v1/payment_intents/:id', paramsOf<Stripe.PaymentIntentRetrieveParams>()({}), ({ books, id }) =>
    books.find('payment_intent', id, 'id'),
  ),
  endpoint('POST', '/v1/payment_intents/:id', updateParams, ({ books, id, params }) => {
    const intent = books.find('payment_intent', id)
    const { metadata: entries, receipt_email, setup_future_usage, payment_method, ...changes } = params
    if (Object.keys(changes).length > 0 && ['succeeded', 'canceled'].includes(intent.status)) throw unexpectedState(intent, 'update')
    if (params.amount) checkAmount(books, params.amount, params.currency ?? intent.currency)
    checkFee(books, params.application_fee_amount, params.amount ?? intent.amount)
    if (params.customer) findCustomer(books, params.customer)
    const method = payment_method && findMethod(books, payment_method).id
    return books.change('payment_intent', id, {
      ...changes,
      ...(method && { payment_method: method, status: 'requires_confirmation' }),
      ...(receipt_email !== undefined && { receipt_email: receipt_email || null }),
      ...(setup_future_usage !== undefined && { setup_future_usage: setup_future_usage || null }),
      metadata: mergeMetadata(intent.metadata, entries),
    })
  }),
  endpoint('POST', '/v1/payment_intents/:id/confirm', confirmParams, ({ books, id, params }) => {
    const intent = books.find('payment_intent', id)
    return confirm(
      books,
      params.setup_future_usage ? books.change('payment_intent', id, { setup_future_usage: params.setup_future_usage }) : intent,
      params,
    )
  }),
  endpoint('POST', '/v1/payment_intents/:id/cancel', cancelParams, ({ books, id, params }) =>
    cancelPayment(books, books.find('payment_intent', id), params.cancellation_reason ?? null),
  ),
  endpoint('GET', '/v1/payment_intents', listParams, ({ books, params }) => {
    const rows = books.all('payment_intent').filter((row) => !params.customer || row.customer === params.customer)
    return paginate(rows, '/v1/payment_intents', params)
  }),
]
