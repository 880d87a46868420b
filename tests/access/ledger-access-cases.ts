import { type AccessCase, aboutTeam, aboutThing, forRoles, forSignedIn } from './access-case.ts'

/** About one's own money. It needs a complete profile, which `member` does not have. */
const forPayees = (status: number, others: AccessCase['statuses'] = {}) => forSignedIn(status, { member: 403, ...others })

const own = (path: string): AccessCase => ({
  endpoint: `GET /ledger${path}`,
  request: () => ({ path: `/api/ledger${path.replace('{month}', '2026-11')}` }),
  statuses: forPayees(200),
})

const ofTeam = (path: string, payoutId = 'po_access'): AccessCase => ({
  endpoint: `GET /teams/{id}/ledger${path}`,
  ...aboutTeam('GET', `/ledger${path.replace('{month}', '2026-11').replace('{payoutId}', payoutId)}`),
  statuses: forRoles('billing.manage', 200),
})

/** The owner was paid for a game of the community. An admin does not see the money of communities. */
export const ledgerAccessCases: readonly AccessCase[] = [
  ...['', '/months/{month}', '/months/{month}/export', '/payouts'].map(own),
  // A payout is in the books of whoever has got it, also if they have left the community since.
  ...(
    [
      ['po_access', { owner: 200 }],
      ['po_sold', { former: 200 }],
    ] as const
  ).flatMap(([payoutId, payee]) =>
    ['', '/export', '/refunds'].map(
      (rest): AccessCase => ({
        endpoint: `GET /ledger/payouts/{payoutId}${rest}`,
        request: () => ({ path: `/api/ledger/payouts/${payoutId}${rest}` }),
        absent: () => ({ path: `/api/ledger/payouts/po_nobody${rest}` }),
        statuses: forPayees(404, payee),
      }),
    ),
  ),
  {
    endpoint: 'GET /ledger/events/{eventId}',
    ...aboutThing('GET', (thing) => `/api/ledger/events/${thing}`, 'access-sold'),
    statuses: forPayees(404, { former: 200, owner: 200, treasurer: 200 }),
  },
  ...[
    ['events/{eventId}', 'events', 'access-inside'],
    ['seasons/{seasonId}', 'seasons', 'access-season'],
  ].map(
    ([name, noun, id = '']): AccessCase => ({
      endpoint: `GET /ledger/${name}`,
      ...aboutThing('GET', (thing) => `/api/ledger/${noun}/${thing}`, id),
      statuses: forPayees(404, { owner: 200, treasurer: 200 }),
    }),
  ),
  ...[
    '',
    '/months/{month}',
    '/months/{month}/export',
    '/payouts',
    '/payouts/{payoutId}',
    '/payouts/{payoutId}/export',
    '/payouts/{payoutId}/refunds',
  ].map((path) => ofTeam(path)),
  ...['', '/export', '/refunds'].map((rest) => ofTeam(`/payouts/{payoutId}${rest}`, 'po_sold')),
]
