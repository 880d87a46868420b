import { type AccessCase, aboutThing } from './access-case.ts'

const mine = '/api/calendar-addresses/mine'

const testMine = (method: string, owner: number, json?: unknown): AccessCase => ({
  endpoint: `${method} /calendar-addresses/mine`,
  request: () => ({ path: mine, method, ...(json === undefined ? {} : { json }) }),
  statuses: { anonymous: 401, member: 403, owner },
})

/** A block inside of a community changes nothing here: each member has an address of their own. */
const testTeam = (method: string, mate: number): AccessCase => ({
  endpoint: `${method} /calendar-addresses/teams/{id}`,
  ...aboutThing(method, (id) => `/api/calendar-addresses/teams/${id}`, 'access-team'),
  statuses: { anonymous: 401, member: 403, mate, owner: mate },
})

export const calendarAccessCases: readonly AccessCase[] = [
  {
    endpoint: 'GET /needs-you/messages',
    request: () => ({ path: '/api/needs-you/messages' }),
    statuses: { anonymous: 401, member: 403, owner: 200 },
  },
  { endpoint: 'GET /needs-you', request: () => ({ path: '/api/needs-you' }), statuses: { anonymous: 401, member: 200, owner: 200 } },
  testMine('GET', 200),
  testMine('POST', 200),
  testMine('PATCH', 204, { hasOtherTeams: true }),
  testMine('DELETE', 204),
  testTeam('GET', 200),
  testTeam('POST', 200),
  testTeam('DELETE', 204),
  // The address itself is the permission, and nobody here has one.
  {
    endpoint: 'GET /calendar-addresses/{token}/games.ics',
    request: () => ({ path: '/api/calendar-addresses/unknown/games.ics' }),
    statuses: { anonymous: 404, member: 404, stranger: 404, mate: 404, blocked: 404, owner: 404, admin: 404 },
  },
]
