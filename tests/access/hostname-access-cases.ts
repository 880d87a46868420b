import { type AccessCase, aboutTeam, forEveryone, forRoles, forSignedIn } from './access-case.ts'

const forOwner = (status: number) => forRoles('domain.manage', status, { member: 403 })

/** The community has a domain, which it keeps. */
export const hostnameAccessCases: readonly AccessCase[] = [
  { endpoint: 'GET /teams/{id}/hostname', ...aboutTeam('GET', '/hostname'), statuses: forOwner(200) },
  {
    endpoint: 'POST /teams/{id}/hostname',
    ...aboutTeam('POST', '/hostname', { host: 'access.example.com' }),
    statuses: forOwner(204),
  },
  { endpoint: 'POST /teams/{id}/hostname/check', ...aboutTeam('POST', '/hostname/check'), statuses: forOwner(200) },
  {
    endpoint: 'POST /hostnames/site-codes',
    request: () => ({ path: '/api/hostnames/site-codes', method: 'POST', json: { host: 'access.example.com', challenge: 'x'.repeat(43) } }),
    statuses: forSignedIn(201),
  },
  // They are only on the domains of communities.
  {
    endpoint: 'POST /hostnames/sessions',
    request: () => ({ path: '/api/hostnames/sessions', method: 'POST', json: { code: 'x'.repeat(43), secret: 'x'.repeat(43) } }),
    statuses: forEveryone(404),
  },
  {
    endpoint: 'DELETE /hostnames/sessions',
    request: () => ({ path: '/api/hostnames/sessions', method: 'DELETE' }),
    statuses: forEveryone(404),
  },
  { endpoint: 'DELETE /teams/{id}/hostname', ...aboutTeam('DELETE', '/hostname'), statuses: forOwner(204) },
]
