import { type AccessCase, aboutTeam, aboutThing, forRoles, forSignedIn } from './access-case.ts'

/** About one's own money. It needs a complete profile, which `member` does not have. */
const forPayers = (status: number, others: AccessCase['statuses'] = {}) => forSignedIn(status, { member: 403, ...others })
/** People with a block between them and the owner do not find what the owner sells. */
const forBuyers = (status: number) => forPayers(status, { blocked: 404, blocker: 404 })
/** Those who manage the money of the community, which an admin does not see. */
const forTreasurers = (status: number) => forRoles('billing.manage', status, { member: 403 })

const membership = {
  ...{ type: 'DROPIN_PICKUP', name: 'Year pass', description: '', amount: 9000, currency: 'usd', every: 'year' },
  idempotencyKey: 'access-membership',
}
const change = { name: 'Drop-in pass', description: 'All evenings.', amount: 2000, currency: 'usd' }

/** The community sells a membership, and a mate has one. */
export const membershipAccessCases: readonly AccessCase[] = [
  {
    endpoint: 'GET /memberships',
    request: () => ({ path: '/api/memberships?host=person-a' }),
    absent: () => ({ path: '/api/memberships?host=not-there' }),
    statuses: forBuyers(200),
  },
  { endpoint: 'GET /memberships/mine', request: () => ({ path: '/api/memberships/mine' }), statuses: forPayers(200) },
  { endpoint: 'GET /memberships/refused', request: () => ({ path: '/api/memberships/refused' }), statuses: forPayers(200) },
  {
    endpoint: 'GET /memberships/payments/{id}/receipt',
    ...aboutThing('GET', (id) => `/api/memberships/payments/${id}/receipt`, 'in_access'),
    statuses: forPayers(404, { mate: 200 }),
  },
  {
    endpoint: 'POST /memberships/{id}/join',
    // The price differs from ours, which is told only to people who may buy.
    ...aboutThing('POST', (id) => `/api/memberships/${id}/join`, 'access-membership', { amount: 1, currency: 'usd' }),
    statuses: forBuyers(409),
  },
  ...(['cancel', 'resume', 'bill'] as const).map(
    (what): AccessCase => ({
      endpoint: `POST /memberships/mine/{id}/${what}`,
      ...aboutThing('POST', (id) => `/api/memberships/mine/${id}/${what}`, 'access-bought'),
      // That of the mate has ended.
      statuses: forPayers(404, { mate: 409 }),
    }),
  ),
  { endpoint: 'GET /teams/{id}/memberships', ...aboutTeam('GET', '/memberships'), statuses: forTreasurers(200) },
  { endpoint: 'GET /teams/{id}/membership-holders', ...aboutTeam('GET', '/membership-holders'), statuses: forTreasurers(200) },
  {
    endpoint: 'POST /teams/{id}/membership-payments/{paymentId}/given-back',
    ...aboutTeam('POST', '/membership-payments/in_access/given-back'),
    statuses: forTreasurers(204),
  },
  { endpoint: 'POST /teams/{id}/memberships', ...aboutTeam('POST', '/memberships', membership), statuses: forTreasurers(201) },
  {
    endpoint: 'PUT /teams/{id}/memberships/{membershipId}',
    ...aboutTeam('PUT', '/memberships/access-membership', change),
    statuses: forTreasurers(200),
  },
  {
    endpoint: 'DELETE /teams/{id}/memberships/{membershipId}',
    ...aboutTeam('DELETE', '/memberships/access-membership'),
    statuses: forTreasurers(204),
  },
]
