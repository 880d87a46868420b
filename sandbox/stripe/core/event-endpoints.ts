import type Stripe from 'stripe'
import { endpoint } from './endpoint.ts'
import { paginate } from './lists.ts'
import { boolean, list, optional, page, paramsOf, range, text } from './params.ts'

const day = 86_400

const listParams = paramsOf<Stripe.EventListParams>()({
  ...page,
  created: optional(range),
  delivery_success: optional(boolean),
  type: optional(text()),
  types: optional(list(text(), 20)),
})

/** `customer.*` means all events of customers. */
const matches = (type: string, pattern: string) =>
  pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === '*' || type === pattern

export const eventEndpoints = [
  endpoint('GET', '/v1/events/:id', paramsOf<Stripe.EventRetrieveParams>()({}), ({ books, id }) => books.find('event', id)),
  endpoint('GET', '/v1/events', listParams, ({ books, params }) => {
    const patterns = params.types ?? (params.type ? [params.type] : ['*'])
    // Stripe lists the events of 30 days.
    const rows = books
      .all('event')
      .filter(
        (event) =>
          event.created > books.now - 30 * day &&
          patterns.some((pattern) => matches(event.type, pattern)) &&
          (params.delivery_success === undefined || (event.pending_webhooks === 0) === params.delivery_success),
      )
    return paginate(rows, '/v1/events', params)
  }),
]
