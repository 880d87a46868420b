import { type AccessCase, aboutTeam, aboutThing, forRoles, forSignedIn } from './access-case.ts'

/** About one's own money. It needs a complete profile, which `member` does not have. */
const forPayees = (status: number, others: AccessCase['statuses'] = {}) => forSignedIn(status, { member: 403, ...others })

const own = (path: string): AccessCase => ({
  endpoint: `GET /ledger${path}`,
  request: () => ({ path: `/api/ledger${path.replace('{month}', '2026-11')}` }),
  statuses: forPayees(200),
})

const ofTeam = (path: string): AccessCase => ({
  endpoint: `GET /teams/{id}/ledger${path}`,
  ...aboutTeam('GET', `/ledger${path.replace('{month}', '2026-11').replace('{payoutId}', 'po_access')}`),
  statuses: forRoles('billing.manage', 200),
})

/** The owner was paid for a game of the community. An admin does not see the money of communities. */
export const ledgerAccessCases: readonly AccessCase[] = [
  ...['', '/months/{month}', '/months/{month}/export', '/payouts'].map(own),
  ...['', '/export', '/refunds'].map(
    (rest): AccessCase => ({
      endpoint: `GET /ledger/payouts/{payoutId}${rest}`,
      request: () => ({ path: `/api/ledger/payouts/po_access${rest}` }),
      absent: () => ({ path: `/api/ledger/payouts/po_nobody${rest}` }),
      statuses: forPayees(404, { owner: 200 }),
    }),
  ),
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
  ].map(ofTeam),
]
