import type Stripe from 'stripe'
import { findCustomer } from './customers.ts'
import { endpoint } from './endpoint.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import { choice, optional, paramsOf, shape, text, url } from './params.ts'

const createParams = paramsOf<Stripe.BillingPortal.SessionCreateParams>()({
  customer: text(),
  flow_data: optional(shape({ type: choice(['payment_method_update']) })),
  locale: optional(text(6)),
  return_url: optional(url),
})

/** The page on which customers see their invoices, change their card, and end or resume a subscription. */
export const portalEndpoints = [
  endpoint('POST', '/v1/billing_portal/sessions', createParams, ({ books, params }) => {
    // The words are Stripe's, which has no code for this.
    if (books.world.settings.faults.noPortal)
      throw invalid(
        'No configuration provided and your live mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in live mode at https://dashboard.stripe.com/settings/billing/portal.',
      )
    const customer = findCustomer(books, params.customer)
    const id = books.newId('bps')
    const session = books.put('billing_portal_session', {
      id,
      object: 'billing_portal.session',
      configuration: 'bpc_sandbox',
      created: books.now,
      customer: customer.id,
      customer_account: null,
      flow: params.flow_data
        ? {
            after_completion: { hosted_confirmation: null, redirect: null, type: 'portal_homepage' },
            customer_update: null,
            subscription_cancel: null,
            subscription_pause: null,
            subscription_update: null,
            subscription_update_confirm: null,
            type: params.flow_data.type,
          }
        : null,
      livemode: false,
      locale: params.locale ?? null,
      on_behalf_of: null,
      return_url: params.return_url ?? null,
      url: `${books.world.options.url}/portal/${books.account}/${id}`,
    })
    emit(books, 'billing_portal.session.created', session)
    return session
  }),
]
