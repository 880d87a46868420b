import { type Books, mergeMetadata } from './books.ts'
import { createLines, sumOf } from './checkout-lines.ts'
import type { NewSession } from './checkout-params.ts'
import { checkAmount, checkCurrency } from './currencies.ts'
import { findCustomer } from './customers.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { checkCharging, checkFee } from './payment-intents.ts'
import { cancelPayment } from './payments.ts'
import type { CheckoutLine, Row } from './types.ts'

type Session = Row<'checkout_session'>

const minute = 60
const hour = 60 * minute

/** A session may live from 30 minutes to 24 hours. */
function expiryOf(books: Books, expiresAt: number | undefined): number {
  const param = 'expires_at'
  if (expiresAt === undefined) return books.now + 24 * hour
  if (expiresAt < books.now + 30 * minute)
    throw invalid('The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.', { param })
  if (expiresAt > books.now + 24 * hour)
    throw invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', { param })
  return expiresAt
}

function checkLines(books: Books, mode: string, lines: CheckoutLine[], fee: number | undefined): void {
  const [first] = lines
  if (mode === 'setup') {
    if (first) throw invalid('`line_items` cannot be used in `setup` mode.', { param: 'line_items' })
    return
  }
  if (!first) throw invalid(`\`line_items\` is required in \`${mode}\` mode.`, { code: 'parameter_missing', param: 'line_items' })
  if (lines.some(({ price }) => price.currency !== first.price.currency))
    throw invalid('All prices on a Checkout Session must have the same currency.', { param: 'line_items' })
  const recurring = lines.filter(({ price }) => price.recurring)
  if (mode === 'payment' && recurring.length > 0)
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'line_items' },
    )
  if (mode === 'subscription' && recurring.length === 0)
    throw invalid('You must provide at least one recurring price in `subscription` mode when using prices.', { param: 'line_items' })
  const total = sumOf(lines)
  if (mode === 'payment' && total > 0) {
    checkAmount(books, total, first.price.currency, 'line_items')
    checkFee(books, fee, total, 'payment_intent_data[application_fee_amount]')
  }
}

export function createSession(books: Books, params: NewSession): Session {
  const { mode, success_url, customer, customer_email } = params
  if (!success_url) throw invalid('Missing required param: success_url.', { code: 'parameter_missing', param: 'success_url' })
  if (customer && customer_email)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', {
      code: 'parameters_exclusive',
      param: 'customer_email',
    })
  const modesOfData = {
    invoice_creation: 'payment',
    payment_intent_data: 'payment',
    setup_intent_data: 'setup',
    subscription_data: 'subscription',
  } as const
  for (const [name, wanted] of Object.entries(modesOfData))
    if (name in params && mode !== wanted) throw invalid(`You can not pass \`${name}\` in \`${mode}\` mode.`, { param: name })
  const payer = customer ? findCustomer(books, customer) : undefined
  checkCharging(books)
  const { metadata: intentMetadata, ...intent } = params.payment_intent_data ?? {}
  const { metadata: subscriptionMetadata, ...subscription } = params.subscription_data ?? {}
  const lines = createLines(books, params.line_items ?? [])
  checkLines(books, mode, lines, intent.application_fee_amount)
  if (mode === 'setup' && !params.currency)
    throw invalid('`currency` is required in `setup` mode when `payment_method_types` is not set.', {
      code: 'parameter_missing',
      param: 'currency',
    })
  if (params.currency) checkCurrency(books, params.currency)
  const isTrial = subscription.trial_period_days !== undefined || subscription.trial_end !== undefined
  const total = isTrial ? sumOf(lines.filter(({ price }) => !price.recurring)) : sumOf(lines)
  const id = books.world.newId('cs_test', 58)
  const session = books.put('checkout_session', {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? false },
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: mode === 'setup' ? null : total,
    amount_total: mode === 'setup' ? null : total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: books.now,
    currency: lines[0]?.price.currency ?? params.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: params.custom_text?.submit ? { message: params.custom_text.submit.message } : null,
      terms_of_service_acceptance: null,
    },
    customer: customer ?? null,
    customer_account: null,
    customer_creation:
      mode === 'payment' && !customer ? (params.customer_creation ?? 'if_required') : mode === 'subscription' ? 'always' : null,
    customer_details: payer
      ? { ...noDetails, email: payer.email, name: payer.name ?? null }
      : customer_email
        ? { ...noDetails, email: customer_email }
        : null,
    customer_email: customer_email ?? null,
    discounts: [],
    expires_at: expiryOf(books, params.expires_at),
    integration_identifier: null,
    invoice: null,
    invoice_creation:
      mode === 'payment'
        ? {
            enabled: params.invoice_creation?.enabled ?? false,
            invoice_data: {
              account_tax_ids: null,
              custom_fields: null,
              description: null,
              footer: null,
              issuer: null,
              metadata: {},
              rendering_options: null,
            },
          }
        : null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: mode === 'subscription' ? (params.payment_method_collection ?? 'always') : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: mode === 'payment' && lines[0]?.price.currency === 'usd' ? ['card', 'us_bank_account'] : ['card'],
    payment_status: mode === 'setup' || total === 0 ? 'no_payment_required' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: params.phone_number_collection?.enabled ?? false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url,
    total_details: mode === 'setup' ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${books.world.options.url}/checkout/${books.account}/${id}`,
    wallet_options: null,
    _extra: {
      lines,
      intent: { ...intent, metadata: mergeMetadata({}, mode === 'setup' ? params.setup_intent_data?.metadata : intentMetadata) },
      subscription: { ...subscription, metadata: mergeMetadata({}, subscriptionMetadata) },
    },
  })
  books.plan('expire-session', session.expires_at, id)
  return session
}

export const noDetails = {
  address: null,
  business_name: null,
  email: null,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
}

/** Ends a session that nobody paid. Its payment, if one was tried, is canceled. */
export function expireSession(books: Books, session: Session): Session {
  if (session.status !== 'open')
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  const intent = books.get('payment_intent', session.payment_intent)
  if (intent && !['succeeded', 'canceled'].includes(intent.status)) cancelPayment(books, intent, 'expired')
  const expired = books.change('checkout_session', session.id, { status: 'expired', url: null })
  emit(books, 'checkout.session.expired', expired)
  return expired
}

export function expireIfOpen(books: Books, id: string): void {
  const session = books.find('checkout_session', id)
  if (session.status === 'open') expireSession(books, session)
}
