import { type AccessCase, aboutThing, forSignedIn } from './access-case.ts'

/** About money. It needs a complete profile, which `member` does not have. */
const forPayers = (status: number, others: AccessCase['statuses'] = {}) => forSignedIn(status, { member: 403, ...others })

/** Of a game that was sold before the community was handed over: the former owner, who is outside now, is still paid for it. */
const soldBefore: readonly AccessCase[] = [
  { endpoint: 'GET /events/{id}/orders', ...aboutThing('GET', (id) => `/api/events/${id}/orders`, 'access-sold') },
  {
    endpoint: 'POST /orders/{id}/refunds',
    ...aboutThing('POST', (id) => `/api/orders/${id}/refunds`, 'access-sold-order', { amount: 1, idempotencyKey: 'access-refund' }),
  },
  {
    endpoint: 'POST /orders/{id}/refunds/{refundId}/given-back',
    ...aboutThing('POST', (id) => `/api/orders/${id}/refunds/access-sold-stuck/given-back`, 'access-sold-order'),
  },
  {
    endpoint: 'POST /orders/{id}/credits',
    ...aboutThing('POST', (id) => `/api/orders/${id}/credits`, 'access-sold-order', { amount: 1, idempotencyKey: 'access-credit' }),
  },
].map((each) => {
  const done = each.endpoint.startsWith('GET') ? 200 : 204
  return { ...each, statuses: forPayers(404, { former: done, owner: done, treasurer: done }) }
})

/** The order is for a game of the community, whose owner is paid. A mate has paid it. An admin does not see the money of communities. */
export const orderAccessCases: readonly AccessCase[] = [
  ...soldBefore,
  {
    endpoint: 'GET /orders/{id}/receipt',
    ...aboutThing('GET', (id) => `/api/orders/${id}/receipt`, 'access-sold-order'),
    statuses: forPayers(404, { mate: 200 }),
  },
  { endpoint: 'GET /disputes', request: () => ({ path: '/api/disputes' }), statuses: forPayers(200) },
  {
    endpoint: 'GET /events/{id}/orders',
    ...aboutThing('GET', (id) => `/api/events/${id}/orders`, 'access-inside'),
    statuses: forPayers(404, { owner: 200, treasurer: 200 }),
  },
  {
    endpoint: 'GET /orders/{id}/receipt',
    ...aboutThing('GET', (id) => `/api/orders/${id}/receipt`, 'access-order'),
    statuses: forPayers(404, { mate: 200 }),
  },
  {
    endpoint: 'POST /orders/{id}/refunds',
    ...aboutThing('POST', (id) => `/api/orders/${id}/refunds`, 'access-order', { amount: 1, idempotencyKey: 'access-refund' }),
    statuses: forPayers(404, { owner: 204, treasurer: 204 }),
  },
  {
    endpoint: 'POST /orders/{id}/refunds/{refundId}/given-back',
    ...aboutThing('POST', (id) => `/api/orders/${id}/refunds/access-stuck/given-back`, 'access-order'),
    statuses: forPayers(404, { owner: 204, treasurer: 204 }),
  },
  {
    endpoint: 'POST /orders/{id}/credits',
    ...aboutThing('POST', (id) => `/api/orders/${id}/credits`, 'access-order', { amount: 1, idempotencyKey: 'access-credit' }),
    statuses: forPayers(404, { owner: 204, treasurer: 204 }),
  },
  { endpoint: 'GET /credits', request: () => ({ path: '/api/credits' }), statuses: forPayers(200) },
  {
    // The owner has a party, and asks friends to pay for their seats.
    endpoint: 'GET /shares/{id}',
    ...aboutThing('GET', (id) => `/api/shares/${id}`, 'access-share'),
    statuses: forPayers(200, { blocked: 404, blocker: 404 }),
  },
  {
    // Nobody can be paid here, as the last thing that is looked at.
    endpoint: 'POST /shares/{id}/pay',
    ...aboutThing('POST', (id) => `/api/shares/${id}/pay`, 'access-share', { amount: 1500, currency: 'usd' }),
    statuses: forPayers(409, { owner: 404, blocked: 404, blocker: 404 }),
  },
  {
    endpoint: 'POST /events/{id}/pay',
    // Those who play in the game have nothing to pay, because it is free. They see it in spite of a block.
    request: () => ({ path: '/api/events/access-inside/pay', method: 'POST', json: { amount: 1500, currency: 'usd' } }),
    statuses: forPayers(404, { mate: 409, blocked: 409, blocker: 409 }),
  },
]
