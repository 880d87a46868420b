import { type AccessCase, aboutTeam, forRoles } from './access-case.ts'

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
  { endpoint: 'DELETE /teams/{id}/hostname', ...aboutTeam('DELETE', '/hostname'), statuses: forOwner(204) },
]
