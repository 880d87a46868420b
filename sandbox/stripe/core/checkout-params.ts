import type Stripe from 'stripe'
import type * as v from 'valibot'
import {
  amount,
  boolean,
  choice,
  currency,
  email,
  integer,
  list,
  metadata,
  newMetadata,
  optional,
  page,
  paramsOf,
  percent,
  range,
  shape,
  text,
  timestamp,
  url,
} from './params.ts'
import { newPrice } from './prices.ts'

const lineItem = shape({
  price: optional(text()),
  quantity: optional(integer(1, 999_999)),
  price_data: optional(
    shape({
      ...newPrice,
      product: optional(text()),
      product_data: optional(
        shape({
          name: text(250),
          description: optional(text()),
          images: optional(list(url, 8)),
          metadata: optional(newMetadata),
          unit_label: optional(text(12)),
        }),
      ),
    }),
  ),
})

export const createParams = paramsOf<Stripe.Checkout.SessionCreateParams>()({
  mode: choice(['payment', 'setup', 'subscription']),
  adaptive_pricing: optional(shape({ enabled: optional(boolean) })),
  allow_promotion_codes: optional(boolean),
  billing_address_collection: optional(choice(['auto', 'required'])),
  cancel_url: optional(url),
  client_reference_id: optional(text(200)),
  currency: optional(currency),
  custom_text: optional(shape({ submit: optional(shape({ message: text(1200) })) })),
  customer: optional(text()),
  customer_creation: optional(choice(['always', 'if_required'])),
  customer_email: optional(email),
  expires_at: optional(timestamp),
  invoice_creation: optional(shape({ enabled: boolean })),
  line_items: optional(list(lineItem)),
  locale: optional(text(6)),
  metadata: optional(newMetadata),
  payment_intent_data: optional(
    shape({
      application_fee_amount: optional(amount()),
      description: optional(text(1000)),
      metadata: optional(newMetadata),
      receipt_email: optional(email),
      setup_future_usage: optional(choice(['off_session', 'on_session'])),
      statement_descriptor_suffix: optional(text(22)),
    }),
  ),
  payment_method_collection: optional(choice(['always', 'if_required'])),
  phone_number_collection: optional(shape({ enabled: boolean })),
  setup_intent_data: optional(shape({ description: optional(text()), metadata: optional(newMetadata) })),
  submit_type: optional(choice(['auto', 'book', 'donate', 'pay', 'subscribe'])),
  subscription_data: optional(
    shape({
      application_fee_percent: optional(percent),
      description: optional(text(500)),
      metadata: optional(newMetadata),
      trial_end: optional(timestamp),
      trial_period_days: optional(integer(1, 730)),
    }),
  ),
  success_url: optional(url),
  // The product pays on hosted pages only.
  ui_mode: optional(choice(['hosted_page'])),
})
export type NewSession = v.InferOutput<typeof createParams>

export const updateParams = paramsOf<Stripe.Checkout.SessionUpdateParams>()({ metadata: optional(metadata) })

export const listParams = paramsOf<Stripe.Checkout.SessionListParams>()({
  ...page,
  created: optional(range),
  customer: optional(text()),
  customer_details: optional(shape({ email })),
  payment_intent: optional(text()),
  status: optional(choice(['complete', 'expired', 'open'])),
  subscription: optional(text()),
})
