import type Stripe from 'stripe'
import { type Books, mergeMetadata } from './books.ts'
import { messageOf } from './cards.ts'
import { findCustomer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { invalid, StripeError } from './errors.ts'
import { emit, withoutHidden } from './events.ts'
import { paginate } from './lists.ts'
import { boolean, choice, newMetadata, optional, page, paramsOf, range, shape, text, url } from './params.ts'
import { attachMethod, findMethod } from './payment-methods.ts'
import type { Metadata, Row } from './types.ts'

type Intent = Row<'setup_intent'>
type NewIntent = {
  customer?: string | undefined
  description?: string | undefined
  metadata?: '' | Metadata | undefined
  payment_method?: string | undefined
  usage?: string | undefined
}

export function createSetupIntent(books: Books, fields: NewIntent): Intent {
  const id = books.newId('seti')
  const intent = books.put('setup_intent', {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: books.isPlatform ? null : books.world.options.clientId,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    cancellation_reason: null,
    client_secret: `${id}_secret_${books.world.newId('s', 25).slice(2)}`,
    created: books.now,
    customer: fields.customer ?? null,
    customer_account: null,
    description: fields.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: mergeMetadata({}, fields.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: fields.payment_method ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: fields.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: fields.usage ?? 'off_session',
  })
  emit(books, 'setup_intent.created', intent)
  return intent
}

type Confirmation = { isAuthenticated?: boolean; returnUrl?: string | undefined }

/** Saves a card for later, after its owner has authenticated if it asks for that. */
export function confirmSetup(
  books: Books,
  intentId: string,
  methodId: string,
  { isAuthenticated = false, returnUrl }: Confirmation = {},
): Intent {
  const intent = books.find('setup_intent', intentId)
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
    throw invalid(`You cannot confirm this SetupIntent because it has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
    })
  const method = findMethod(books, methodId)
  const { outcome, failsOnAttach, declineCode = 'generic_decline', code = 'card_declined' } = method._behavior
  if (outcome === 'declines' && failsOnAttach !== false) throw decline(books, intent, code, declineCode)
  if (outcome === 'authenticates' && !isAuthenticated) {
    const address = `${books.world.options.url}/authenticate/${books.account}/${intent.id}`
    const waiting = books.change('setup_intent', intent.id, {
      status: 'requires_action',
      payment_method: method.id,
      next_action: returnUrl
        ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url: address } }
        : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: address } },
    })
    emit(books, 'setup_intent.requires_action', waiting)
    return waiting
  }
  if (intent.customer) attachMethod(books, method, intent.customer)
  books.change('payment_method', method.id, { _isAuthenticated: isAuthenticated })
  const done = books.change('setup_intent', intent.id, {
    status: 'succeeded',
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  })
  emit(books, 'setup_intent.succeeded', done)
  return done
}

function decline(books: Books, intent: Intent, code: string, declineCode: string): StripeError {
  const error = { code, decline_code: declineCode, message: messageOf(declineCode), type: 'card_error' as const }
  const failed = books.change('setup_intent', intent.id, {
    status: 'requires_payment_method',
    payment_method: null,
    last_setup_error: error,
  })
  emit(books, 'setup_intent.setup_failed', failed)
  return new StripeError(402, { ...error, setup_intent: withoutHidden(failed) }, { keepsWork: true })
}

export function failSetupAuthentication(books: Books, intentId: string): Intent {
  const failed = books.change('setup_intent', intentId, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: {
      code: 'setup_intent_authentication_failure',
      message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      type: 'invalid_request_error',
    },
  })
  emit(books, 'setup_intent.setup_failed', failed)
  return failed
}

const createParams = paramsOf<Stripe.SetupIntentCreateParams>()({
  automatic_payment_methods: optional(shape({ enabled: boolean, allow_redirects: optional(choice(['always', 'never'])) })),
  confirm: optional(boolean),
  customer: optional(text()),
  description: optional(text()),
  metadata: optional(newMetadata),
  payment_method: optional(text()),
  return_url: optional(url),
  usage: optional(choice(['off_session', 'on_session'])),
})

export const setupIntentEndpoints = [
  endpoint('POST', '/v1/setup_intents', createParams, ({ books, params }) => {
    if (params.customer) findCustomer(books, params.customer)
    const method = params.payment_method ? findMethod(books, params.payment_method).id : undefined
    const intent = createSetupIntent(books, { ...params, payment_method: method })
    return params.confirm && method ? confirmSetup(books, intent.id, method, { returnUrl: params.return_url }) : intent
  }),
  endpoint('GET', '/v1/setup_intents/:id', paramsOf<Stripe.SetupIntentRetrieveParams>()({}), ({ books, id }) =>
    books.find('setup_intent', id),
  ),
  endpoint(
    'POST',
    '/v1/setup_intents/:id/confirm',
    paramsOf<Stripe.SetupIntentConfirmParams>()({ payment_method: optional(text()), return_url: optional(url) }),
    ({ books, id, params }) => {
      const intent = books.find('setup_intent', id)
      const method = params.payment_method ?? intent.payment_method
      if (!method)
        throw invalid("You cannot confirm this SetupIntent because it's missing a payment method.", {
          code: 'setup_intent_unexpected_state',
        })
      return confirmSetup(books, id, method, { returnUrl: params.return_url })
    },
  ),
  endpoint('POST', '/v1/setup_intents/:id/cancel', paramsOf<Stripe.SetupIntentCancelParams>()({}), ({ books, id }) => {
    const intent = books.find('setup_intent', id)
    if (['succeeded', 'canceled'].includes(intent.status))
      throw invalid(`You cannot cancel this SetupIntent because it has a status of ${intent.status}.`, {
        code: 'setup_intent_unexpected_state',
      })
    const canceled = books.change('setup_intent', id, { status: 'canceled', next_action: null })
    emit(books, 'setup_intent.canceled', canceled)
    return canceled
  }),
  endpoint(
    'GET',
    '/v1/setup_intents',
    paramsOf<Stripe.SetupIntentListParams>()({ ...page, created: optional(range), customer: optional(text()) }),
    ({ books, params }) => {
      const rows = books.all('setup_intent').filter((row) => !params.customer || row.customer === params.customer)
      return paginate(rows, '/v1/setup_intents', params)
    },
  ),
]
