import type { AccessCase, ViewerKind } from './access-case.ts'

/** Everyone with a relation to the organization or to its community, and everyone without. */
const kinds = [
  ...['anonymous', 'member', 'stranger', 'mate', 'captain', 'organizer', 'former', 'blocked', 'blocker', 'owner'],
  ...['moderator', 'admin'],
] as const satisfies ViewerKind[]

/** The same status for every kind of viewer, but for these. */
const statuses = (status: number, others: AccessCase['statuses'] = {}): AccessCase['statuses'] => ({
  ...Object.fromEntries(kinds.map((kind) => [kind, status])),
  ...others,
})

/** For people who are signed in, with other statuses for some of them. */
const signedIn = (status: number, others: AccessCase['statuses'] = {}) => statuses(status, { anonymous: 401, ...others })

const organization = '/api/organizations/access-organization'

const test = (endpoint: string, path: string, expected: AccessCase['statuses'], json?: unknown): AccessCase => {
  const [method = 'GET'] = endpoint.split(' ')
  return { endpoint, request: () => ({ path, method, ...(json === undefined ? {} : { json }) }), statuses: expected }
}

/** `owner` owns the organization and `access-team`, which it can hold. Only `organizer` decides for the community as well. */
export const organizationAccessCases: AccessCase[] = [
  test('GET /organizations', '/api/organizations?q=access', signedIn(200)),
  test('GET /organizations/mine', '/api/organizations/mine', signedIn(200)),
  test('POST /organizations', '/api/organizations', signedIn(201, { member: 403 }), { name: 'Access', description: '' }),
  test('GET /organizations/{id}', organization, statuses(200)),
  test('GET /organizations/{id}/games', `${organization}/games`, statuses(200)),
  test('GET /organizations/{id}/seasons', `${organization}/seasons`, statuses(200)),
  test('GET /organizations/{id}/people', `${organization}/people`, statuses(200)),
  test('GET /organizations/{id}/changes', `${organization}/changes`, signedIn(403, { owner: 200, admin: 200 })),
  test('PUT /organizations/{id}', organization, signedIn(403, { owner: 204 }), { name: 'Access', description: '', version: 1 }),
  test('DELETE /organizations/{id}', `${organization}?name=Access`, signedIn(403, { owner: 204 })),
  test(
    'GET /organizations/of-team/{teamId}',
    '/api/organizations/of-team/access-team',
    signedIn(404, { owner: 200, organizer: 200, mate: 403, captain: 403, blocked: 403, blocker: 403 }),
  ),
  test('PUT /organizations/{id}/teams/{teamId}', `${organization}/teams/access-team`, signedIn(403, { owner: 200, organizer: 200 })),
  test('DELETE /organizations/{id}/teams/{teamId}', `${organization}/teams/access-team`, signedIn(403, { owner: 204, organizer: 204 })),
]
