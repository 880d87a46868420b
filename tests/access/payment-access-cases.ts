import { type AccessCase, aboutThing, forEveryone, forSignedIn } from './access-case.ts'

/** Only Stripe may call these, whoever is signed in. Their tests are in `tests/payments`. */
const webhook = (path: string): AccessCase => ({
  endpoint: `POST /payments/${path}`,
  request: () => ({ path: `/api/payments/${path}`, method: 'POST', json: { type: 'invoice.paid' } }),
  statuses: forEveryone(400),
})

type Statuses = AccessCase['statuses']

const test = (endpoint: string, statuses: Statuses, { at, json }: { at?: string; json?: unknown } = {}): AccessCase => {
  const [method = 'GET', path = ''] = endpoint.split(' ')
  return { endpoint, request: () => ({ path: `/api${at ?? path}`, method, ...(json === undefined ? {} : { json }) }), statuses }
}

/** About one's own money. It needs a complete profile, which `member` does not have. */
const forPayers = (status: number, others: Statuses = {}) => forSignedIn(status, { member: 403, ...others })

/** About the money of a community, which only its owner and its treasurer manage. An admin does not see it. */
const forTreasurers = (status: number) => forPayers(403, { owner: status, treasurer: status })

const ofTeam = { type: 'team', id: 'access-team' }
const ofOwner = { type: 'user', id: 'person-a' }
const noPlan = 404

const planCases: readonly AccessCase[] = [
  test('GET /payments', forPayers(200)),
  test('GET /payments/plans', forEveryone(200), { at: '/payments/plans?list=teams' }),
  test('GET /payments/invoices', forPayers(200)),
  test('GET /payments/history', forPayers(200)),
  // The cost differs from ours, which is told only to people who may buy.
  test('POST /payments/subscriptions', forTreasurers(409), {
    json: { items: [{ id: 'varsity-50', teamId: 'access-team', type: 'TEAMS', cost: 1 }] },
  }),
  test('POST /payments/subscriptions', forPayers(409), { json: { items: [{ id: 'gth-users-member-plus', type: 'USER', cost: 1 }] } }),
  test('POST /payments/subscriptions/preview', forTreasurers(noPlan), { json: { id: 'varsity-50', teamId: 'access-team' } }),
  ...['subscriptions/cancel', 'subscriptions/resume', 'subscriptions/card', 'portal'].map((path) =>
    test(`POST /payments/${path}`, forTreasurers(noPlan), { json: ofTeam }),
  ),
  ...['cancel', 'resume', 'card'].map((path) =>
    test(`POST /payments/subscriptions/${path}`, forPayers(403, { owner: noPlan }), { json: ofOwner }),
  ),
  test('POST /payments/portal', forPayers(403, { owner: 200 }), { json: ofOwner }),
  test('POST /payments/customer-session', forPayers(409, { owner: 200 }), { json: { uid: 'person-a', email: 'person-a@local.test' } }),
  test('POST /payments/return', forPayers(404), { json: { sessionId: 'cs_test_of_somebody' } }),
]

/** The owner has an account, and the others have none. */
const accountCases: readonly AccessCase[] = [
  test('POST /payments/account', forPayers(200, { owner: 409 }), { json: { type: 'LINK' } }),
  test('POST /payments/account/code', forPayers(400), { json: { code: 'ac_of_somebody', state: 'of.somebody' } }),
  test('POST /payments/account/verification', forPayers(404, { owner: 200 })),
  test('POST /payments/account/dashboard', forPayers(404, { owner: 200 })),
  {
    endpoint: 'GET /payments/account/{id}',
    ...aboutThing('GET', (id) => `/api/payments/account/${id}`, 'acct_access'),
    statuses: forPayers(404, { owner: 200 }),
  },
  // Somebody has paid the owner for a game to come.
  test('DELETE /payments/account', forPayers(404, { owner: 409 })),
  test('DELETE /payments/account', forPayers(404, { owner: 204 }), { at: '/payments/account?force=true' }),
]

export const paymentAccessCases: readonly AccessCase[] = [webhook('webhooks'), webhook('webhooks/connect'), ...planCases, ...accountCases]
