import type Stripe from 'stripe'
import { mergeMetadata } from './books.ts'
import { linesOf } from './checkout-lines.ts'
import { createParams, listParams, updateParams } from './checkout-params.ts'
import { createSession, expireSession } from './checkout-sessions.ts'
import { endpoint } from './endpoint.ts'
import { paginate } from './lists.ts'
import { page, paramsOf } from './params.ts'

const path = '/v1/checkout/sessions'

export const checkoutEndpoints = [
  endpoint('POST', path, createParams, ({ books, params }) => createSession(books, params)),
  endpoint('GET', `${path}/:id`, paramsOf<Stripe.Checkout.SessionRetrieveParams>()({}), ({ books, id }) =>
    books.find('checkout_session', id),
  ),
  endpoint('POST', `${path}/:id`, updateParams, ({ books, id, params }) => {
    const session = books.find('checkout_session', id)
    return books.change('checkout_session', id, { metadata: mergeMetadata(session.metadata, params.metadata) })
  }),
  endpoint('POST', `${path}/:id/expire`, paramsOf<Stripe.Checkout.SessionExpireParams>()({}), ({ books, id }) =>
    expireSession(books, books.find('checkout_session', id)),
  ),
  endpoint('GET', `${path}/:id/line_items`, paramsOf<Stripe.Checkout.SessionListLineItemsParams>()(page), ({ books, id, params }) =>
    paginate(linesOf(books.find('checkout_session', id)).toReversed(), `${path}/${id}/line_items`, params),
  ),
  endpoint('GET', path, listParams, ({ books, params }) => {
    const { customer, customer_details, payment_intent, status, subscription } = params
    const rows = books
      .all('checkout_session')
      .filter(
        (row) =>
          (!customer || row.customer === customer) &&
          (!customer_details || row.customer_details?.email === customer_details.email) &&
          (!payment_intent || row.payment_intent === payment_intent) &&
          (!status || row.status === status) &&
          (!subscription || row.subscription === subscription),
      )
    return paginate(rows, path, params)
  }),
]
