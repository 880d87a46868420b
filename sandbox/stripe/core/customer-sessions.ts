import type Stripe from 'stripe'
import { findCustomer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { boolean, choice, list, optional, paramsOf, shape, text } from './params.ts'
import type { Stored } from './types.ts'

const switched = choice(['disabled', 'enabled'])
const isEnabled = optional(shape({ enabled: boolean }))

const createParams = paramsOf<Stripe.CustomerSessionCreateParams>()({
  customer: text(),
  components: shape({
    buy_button: isEnabled,
    customer_portal: isEnabled,
    pricing_table: isEnabled,
    payment_element: optional(
      shape({
        enabled: boolean,
        features: optional(
          shape({
            payment_method_allow_redisplay_filters: optional(list(choice(['always', 'limited', 'unspecified']))),
            payment_method_redisplay: optional(switched),
            payment_method_remove: optional(switched),
            payment_method_save: optional(switched),
            payment_method_save_usage: optional(choice(['off_session', 'on_session'])),
          }),
        ),
      }),
    ),
  }),
})

export const customerSessionEndpoints = [
  endpoint('POST', '/v1/customer_sessions', createParams, ({ books, params }): Stored<Stripe.CustomerSession> => {
    const customer = findCustomer(books, params.customer)
    const { buy_button, customer_portal, payment_element, pricing_table } = params.components
    const { features } = payment_element ?? {}
    return {
      object: 'customer_session',
      client_secret: books.newId('cuss_secret'),
      components: {
        active_entitlements: { enabled: false },
        buy_button: { enabled: buy_button?.enabled ?? false },
        customer_portal: { enabled: customer_portal?.enabled ?? false },
        customer_sheet: { enabled: false, features: null },
        mobile_payment_element: { enabled: false, features: null },
        payment_element: {
          enabled: payment_element?.enabled ?? false,
          features: payment_element
            ? {
                payment_method_allow_redisplay_filters: features?.payment_method_allow_redisplay_filters ?? ['always'],
                payment_method_redisplay: features?.payment_method_redisplay ?? 'disabled',
                payment_method_redisplay_limit: 3,
                payment_method_remove: features?.payment_method_remove ?? 'disabled',
                payment_method_save: features?.payment_method_save ?? 'disabled',
                payment_method_save_usage: features?.payment_method_save_usage ?? null,
              }
            : null,
        },
        pricing_table: { enabled: pricing_table?.enabled ?? false },
      },
      created: books.now,
      customer: customer.id,
      customer_account: null,
      expires_at: books.now + 1800,
      livemode: false,
    }
  }),
]
